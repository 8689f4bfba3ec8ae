// Runs before any script of the page, in every frame. It only listens: to changes, to what the page
// has put off until later, and to shadow roots, which a page may close.
(() => {
  const key = Symbol.for("pagestate");
  if (window[key]) return;

  const roots = new WeakMap();
  const observed = new WeakSet();
  const now = () => performance.now();
  const memory = {
    roots,
    changed: 0,
    recent: [],
    stirred: 0,
    shifted: 0,
    observe: null,
    longest: 0,
    grew: 0,
    growth: [],
    timers: new Map(),
    intervals: new Map(),
    fired: 0,
    painting: null,
    waits: new Set(),
    images: new WeakMap(),
    moving: new WeakMap(),
    bars: new WeakMap(),
    seen: null,
  };

  // A node that changes again and again (a clock, a carousel) says nothing about loading.
  const times = new WeakMap();
  const restless = 3;
  const shortText = 60;
  const telling = new Set(["hidden", "open", "aria-busy", "aria-hidden", "src", "disabled"]);

  const lengthOf = (nodes) => {
    let length = 0;
    for (let i = 0; i < nodes.length; i++) length += (nodes[i].textContent || "").length + (nodes[i].nodeType === 1 ? 8 : 0);
    return length;
  };

  const weigh = (records) => {
    memory.stirred = now();
    for (let i = 0; i < records.length; i++) {
      const record = records[i];
      if (record.type === "attributes" && !telling.has(record.attributeName)) {
        // Styles and classes change for hovering and animation; a few times per node they may
        // also reveal content.
        const seen = (times.get(record.target) || 0) + 1;
        times.set(record.target, seen);
        if (seen > 2) continue;
      } else {
        const target = record.type === "characterData" ? record.target.parentNode || record.target : record.target;
        const seen = (times.get(target) || 0) + 1;
        times.set(target, seen);
        if (seen > 1 && record.type === "childList" && lengthOf(record.addedNodes) < 0.05 * memory.longest) continue;
        if (seen > restless || (seen === restless && (target.textContent || "").length < shortText)) continue;
      }
      memory.changed = now();
      if (document.readyState !== "loading" && memory.recent.length < 400) memory.recent.push(memory.changed);
    }
  };
  const observer = new MutationObserver(weigh);
  memory.observe = (root) => {
    if (observed.has(root)) return;
    observed.add(root);
    observer.observe(root, {
      subtree: true, childList: true, characterData: true, attributes: true,
      attributeFilter: ["hidden", "open", "aria-busy", "aria-hidden", "src", "disabled", "class", "style"],
    });
  };
  memory.observe(document);

  // A Proxy keeps a function's name, length and text, which some pages compare.
  const listen = (owner, name, apply) => {
    const original = owner && owner[name];
    if (typeof original === "function") owner[name] = new Proxy(original, { apply });
  };

  if (window.Element) {
    listen(Element.prototype, "attachShadow", (target, host, args) => {
      const root = Reflect.apply(target, host, args);
      roots.set(host, root);
      memory.observe(root);
      return root;
    });
  }

  // What is put off until later. A callback that was put off before, by the same delay, recurs, and so
  // does one that puts something off itself. The resolvers of promises all read alike, so that it takes
  // more of them to tell. What only reports to somebody else changes nothing here.
  const used = new Map();
  const reports = /sendBeacon|dataLayer|gtag\s*\(|_paq|fbq\s*\(|analytics/;
  const sourceOf = Function.prototype.toString;
  const made = (callback, delay) => {
    let text = "";
    try {
      text = Reflect.apply(sourceOf, callback, []);
    } catch (error) {
      return { recurs: false, reports: false };
    }
    const native = text.length < 60 && text.indexOf("[native code]") >= 0;
    const name = delay + ":" + text.length + ":" + text.slice(0, 120);
    const count = (used.get(name) || 0) + 1;
    if (used.size < 5000) used.set(name, count);
    const short = text.length < 4000 ? text : "";
    return {
      recurs: count > (native ? (delay < 500 ? 4 : 1) : 1) || short.indexOf("setTimeout") >= 0,
      reports: reports.test(short),
    };
  };
  const wait = (value) => {
    const delay = Number(value);
    return delay > 0 ? delay : 0;
  };
  const forget = (timers) => {
    const past = now() - 5000;
    for (const [id, timer] of timers) if (timer.due < past) timers.delete(id);
  };
  listen(window, "setTimeout", (target, self, args) => {
    const id = Reflect.apply(target, self, args);
    const delay = wait(args[1]);
    if (delay > 0) {
      const about = typeof args[0] === "function" ? made(args[0], delay) : { recurs: false, reports: false };
      if (memory.timers.size > 2000) forget(memory.timers);
      if (memory.timers.size < 4000 && !about.reports) {
        memory.timers.set(id, { due: now() + delay, delay, recurs: about.recurs });
      }
    }
    return id;
  });
  listen(window, "setInterval", (target, self, args) => {
    const id = Reflect.apply(target, self, args);
    if (memory.intervals.size < 500) memory.intervals.set(id, { period: wait(args[1]), since: now() });
    return id;
  });
  const clear = (target, self, args) => {
    memory.timers.delete(args[0]);
    memory.intervals.delete(args[0]);
    return Reflect.apply(target, self, args);
  };
  listen(window, "clearTimeout", clear);
  listen(window, "clearInterval", clear);
  listen(window, "requestAnimationFrame", (target, self, args) => {
    const at = now();
    // A frame asked for soon after the last goes on painting; after a pause it is a new start.
    if (memory.painting === null || at - memory.painting.last > 250) memory.painting = { since: at, last: at, count: 0 };
    memory.painting.last = at;
    memory.painting.count += 1;
    return Reflect.apply(target, self, args);
  });

  // Somebody else at work on the page's behalf, who has not answered yet.
  const begin = (what) => {
    const entry = { what, since: now() };
    if (memory.waits.size < 100) memory.waits.add(entry);
    return () => {
      if (memory.waits.delete(entry)) memory.fired = now();
    };
  };
  if (typeof Worker === "function") {
    window.Worker = new Proxy(Worker, {
      construct(target, args, created) {
        const worker = Reflect.construct(target, args, created);
        const done = begin("worker");
        worker.addEventListener("message", done, { once: true });
        worker.addEventListener("error", done, { once: true });
        return worker;
      },
    });
  }
  if (window.ServiceWorkerContainer) {
    listen(ServiceWorkerContainer.prototype, "register", (target, self, args) => {
      const answer = Reflect.apply(target, self, args);
      const done = begin("service worker");
      Promise.resolve(answer).then((registration) => {
        const worker = registration.installing || registration.waiting;
        if (!worker) return done();
        worker.addEventListener("statechange", () => {
          if (worker.state === "activated" || worker.state === "redundant") done();
        });
      }, done);
      return answer;
    });
  }

  try {
    let shifts = 0;
    new PerformanceObserver((list) => {
      const entries = list.getEntries();
      for (let i = 0; i < entries.length; i++) {
        if (entries[i].value > 0.02 && ++shifts <= 6) memory.shifted = now();
      }
    }).observe({ type: "layout-shift", buffered: true });
  } catch (error) {
    // Not every browser knows layout shifts.
  }

  Object.defineProperty(window, key, { value: memory, enumerable: false });
})();
