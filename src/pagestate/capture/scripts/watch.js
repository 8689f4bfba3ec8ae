// Runs before any script of the page, in every frame. It only listens, and remembers shadow
// roots, which a page may close.
(() => {
  const key = Symbol.for("pagestate");
  if (window[key]) return;

  const roots = new WeakMap();
  const observed = new WeakSet();
  const now = () => performance.now();
  const memory = {
    roots,
    changed: 0,
    changes: 0,
    shifted: 0,
    observe: null,
    longest: 0,
    grew: 0,
  };

  // A node that changes again and again (a clock, a carousel) says nothing about loading.
  const times = new WeakMap();
  const restless = 4;
  const telling = new Set(["hidden", "open", "aria-busy", "aria-hidden", "src", "disabled"]);

  const weigh = (records) => {
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
        if (seen > restless) continue;
      }
      memory.changed = now();
      memory.changes += 1;
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

  const attach = Element.prototype.attachShadow;
  if (attach) {
    // A Proxy keeps the function's name, length and text, which some pages compare.
    Element.prototype.attachShadow = new Proxy(attach, {
      apply(target, host, args) {
        const root = Reflect.apply(target, host, args);
        roots.set(host, root);
        memory.observe(root);
        return root;
      },
    });
  }

  try {
    new PerformanceObserver((list) => {
      const entries = list.getEntries();
      for (let i = 0; i < entries.length; i++) {
        if (entries[i].value > 0.02) memory.shifted = now();
      }
    }).observe({ type: "layout-shift", buffered: true });
  } catch (error) {
    // Not every browser knows layout shifts.
  }

  Object.defineProperty(window, key, { value: memory, enumerable: false });
})();
