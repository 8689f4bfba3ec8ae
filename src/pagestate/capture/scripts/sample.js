// One quick look at how far the page is. Returns plain data only; times are milliseconds.
() => {
  const memory = window[Symbol.for("pagestate")] || null;
  const now = performance.now();
  const body = document.body;
  const sample = {
    now,
    changed: memory ? memory.changed : now,
    stirred: memory ? memory.stirred : now,
    shifted: memory ? memory.shifted : 0,
    often: 0,
    ready: document.readyState,
    scripts: document.scripts.length + document.querySelectorAll("iframe, frame").length,
    text: 0,
    area: window.innerWidth * window.innerHeight,
    grew: 0,
    growing: false,
    blank: false,
    busy: [],
    empty: [],
    images: [],
    moving: 0,
    timers: [],
    ticking: [],
    painting: 0,
    waits: [],
    fired: memory ? memory.fired : 0,
    drawn: [],
    fonts: document.fonts ? document.fonts.status === "loading" : false,
    origin: performance.timeOrigin,
  };

  if (memory) {
    memory.recent = memory.recent.filter((at) => at > now - 1000);
    sample.often = memory.recent.length;
    for (const [id, timer] of memory.timers) {
      if (timer.due < now) {
        // It has fired, or is about to.
        if (timer.due > memory.fired && !timer.recurs) memory.fired = timer.due;
        memory.timers.delete(id);
      } else if (timer.due - now < 30000 && sample.timers.length < 40) {
        sample.timers.push({ due: timer.due - now, delay: timer.delay, recurs: timer.recurs });
      }
    }
    sample.fired = memory.fired;
    for (const interval of memory.intervals.values()) {
      if (sample.ticking.length < 20) sample.ticking.push({ period: interval.period, age: now - interval.since });
    }
    const painting = memory.painting;
    if (painting !== null && now - painting.last < 120 && painting.count > 5) sample.painting = now - painting.since;
    for (const entry of memory.waits) sample.waits.push({ what: entry.what, age: now - entry.since });
  }
  if (!body) return sample;

  // Looking at a large page takes long: where nothing stirred since the last look, what was seen then
  // still stands, unless something moves by itself.
  const seen = memory && memory.seen;
  if (seen && seen.stirred === memory.stirred && now - seen.now < 250) {
    for (const name of ["text", "blank", "busy", "empty", "drawn"]) sample[name] = seen[name];
    sample.grew = memory.grew;
    return sample;
  }

  const text = body.innerText || "";
  sample.text = text.trim().length;

  const width = window.innerWidth || 1;
  const height = window.innerHeight || 1;
  const shown = (el, least) => {
    const rect = el.getBoundingClientRect();
    if (rect.width < least || rect.height < least) return false;
    if (rect.bottom <= 0 || rect.right <= 0 || rect.top >= height || rect.left >= width) return false;
    return el.checkVisibility
      ? el.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
      : true;
  };
  const name = (el) => {
    let path = el.localName;
    if (el.id) path += "#" + String(el.id).slice(0, 40);
    const first = typeof el.className === "string" ? el.className.trim().split(/\s+/)[0] : "";
    if (first) path += "." + first.slice(0, 40);
    return path;
  };
  const wordless = (el) => (el.textContent || "").trim() === "";
  const bare = (el) => (el.innerText || "").trim().length < 40;

  const scopes = [document];
  const hosts = document.querySelectorAll("*");
  const limit = hosts.length < 20000 ? hosts.length : 20000;
  for (let i = 0; i < limit && scopes.length < 200; i++) {
    const root = hosts[i].shadowRoot || (memory && memory.roots.get(hosts[i]));
    if (root) {
      scopes.push(root);
      if (memory) memory.observe(root);
      sample.text += (root.textContent || "").trim().length;
    }
  }

  if (memory) {
    // Growth is beyond the longest so far: a text that only changes does not grow.
    if (sample.text > memory.longest + 15) {
      // It came with the last change; what the parser brings is no growth.
      const [visit] = performance.getEntriesByType("navigation");
      const parsed = visit ? visit.domContentLoadedEventEnd + 5 : 0;
      if (document.readyState !== "loading" && memory.stirred > parsed) memory.grew = memory.stirred;
      memory.longest = sample.text;
    }
    sample.grew = memory.grew;
    // A log gets a line now and then; a page that is being built gets a good part of itself.
    const growth = memory.growth;
    growth.push([now, memory.longest]);
    while (growth.length > 1 && growth[0][0] < now - 700) growth.shift();
    const before = growth[0][1];
    sample.growing = growth.length > 1 && memory.longest > before + Math.max(40, 0.1 * before);
  }

  const add = (list, what, el) => {
    if (list.length < 6) list.push(what + " " + name(el));
  };
  const word = /(^|[-_\s])(spinner|spin|loader|loading|preloader|lds-\w+|progress-circular|circular-progress)([-_\s]|$)/i;
  const bone = /(^|[-_\s])(skeleton|shimmer|placeholder-glow|placeholder-wave|ghost-line|content-loader)([-_\s]|$)/i;
  const thin = sample.text < 300;

  for (let s = 0; s < scopes.length; s++) {
    const scope = scopes[s];
    const marked = scope.querySelectorAll('[aria-busy="true"], [role="progressbar"]:not([aria-valuenow]), progress:not([value])');
    for (let i = 0; i < marked.length && i < 50; i++) {
      if (shown(marked[i], 4)) add(sample.busy, "busy", marked[i]);
    }

    // A bar that fills says how far the page is.
    const bars = scope.querySelectorAll('[style*="width"], progress[value], [role="progressbar"][aria-valuenow]');
    for (let i = 0; i < bars.length && i < 60 && memory; i++) {
      const el = bars[i];
      const part = el.localName === "progress" ? 100 * el.value / (el.max || 1)
        : el.hasAttribute("aria-valuenow") ? parseFloat(el.getAttribute("aria-valuenow"))
        : /%$/.test(el.style.width) ? parseFloat(el.style.width) : NaN;
      if (!(part >= 0 && part <= 100) || !wordless(el)) continue;
      const before = memory.bars.get(el);
      if (before === undefined || before.part !== part) {
        const rises = before !== undefined && part > before.part ? before.rises + 1 : 0;
        memory.bars.set(el, { part, at: now, rises });
      }
      const bar = memory.bars.get(el);
      const parent = el.parentElement;
      if (bar.rises >= 2 && part < 100 && now - bar.at < 700 && parent && parent.getBoundingClientRect().height <= 60) {
        add(sample.busy, "progress", el);
      }
    }

    // What moves for ever, by its form: a ring that turns, dots in a row, grey bars that breathe.
    const moving = new Set();
    const makes = new Map();
    const animations = scope.getAnimations ? scope.getAnimations() : [];
    for (let i = 0; i < animations.length && i < 200; i++) {
      const effect = animations[i].effect;
      const el = effect && effect.target;
      if (!el || animations[i].playState !== "running") continue;
      const timing = effect.getComputedTiming();
      if (timing.iterations !== Infinity) {
        const left = timing.endTime - (animations[i].currentTime || 0);
        const rect = el.getBoundingClientRect();
        if (left > 0 && left < (rect.width * rect.height > 0.02 * width * height ? 2500 : 1500)) {
          // One that begins anew again and again is decoration.
          let seen = memory ? memory.moving.get(el) : null;
          if (memory && !seen) memory.moving.set(el, (seen = new WeakSet()));
          const count = seen ? (seen.count = (seen.count || 0) + (seen.has(animations[i]) ? 0 : 1)) : 1;
          if (seen) seen.add(animations[i]);
          if (count <= 3 && left > sample.moving) sample.moving = left;
        }
        continue;
      }
      moving.add(el);
      if (!wordless(el) || !shown(el, 6)) continue;
      const rect = el.getBoundingClientRect();
      let turns = false;
      try {
        turns = effect.getKeyframes().some((frame) =>
          /rotate|matrix/.test(String(frame.transform || "")) || (frame.rotate && frame.rotate !== "none") ||
          frame.strokeDashoffset !== undefined || frame.strokeDasharray !== undefined);
      } catch (error) {
        turns = false;
      }
      const style = getComputedStyle(el, effect.pseudoElement || null);
      const sides = new Set([style.borderTopColor, style.borderRightColor, style.borderBottomColor, style.borderLeftColor]);
      const drawing = el.namespaceURI === "http://www.w3.org/2000/svg" || el.querySelector("svg, img") !== null;
      const ring = drawing || /conic/.test(style.backgroundImage) || style.maskImage !== "none" ||
        (parseFloat(style.borderTopLeftRadius) >= 40 && /%/.test(style.borderTopLeftRadius) && (sides.size > 1 || style.borderStyle.indexOf("none") >= 0)) ||
        (parseFloat(style.borderTopLeftRadius) >= 0.4 * rect.width && sides.size > 1);
      const small = rect.width <= 200 && rect.height <= 200;
      if (turns && ring && small && Math.abs(rect.width - rect.height) < 6) {
        add(sample.busy, "spinner", el);
        continue;
      }
      const make = (animations[i].animationName || "") + "|" + (rect.width <= 40 && rect.height <= 40 ? "dot" : "bar");
      const group = makes.get(make) || [];
      group.push(el);
      makes.set(make, group);
    }
    for (const [make, group] of makes) {
      if (make.slice(-3) === "dot") {
        const parent = group[0].parentNode;
        if (group.length >= 3 && group.length <= 12 && group.every((el) => el.parentNode === parent)) {
          add(sample.busy, "spinner", group[0]);
        }
        continue;
      }
      const bars = group.filter((el) => {
        const rect = el.getBoundingClientRect();
        const style = getComputedStyle(el);
        return rect.width >= 40 && rect.height >= 6 && rect.height <= 500 && !el.querySelector("img, video, canvas") &&
          (style.backgroundImage !== "none" || style.backgroundColor !== "rgba(0, 0, 0, 0)" || el.childElementCount > 1);
      });
      if (bars.length >= 2 || (bars.length === 1 && bars[0].childElementCount >= 2 && thin)) add(sample.busy, "skeleton", bars[0]);
    }
    const circling = scope.querySelectorAll('animateTransform[type="rotate"][repeatCount="indefinite"]');
    for (let i = 0; i < circling.length && i < 20; i++) {
      const drawing = circling[i].ownerSVGElement;
      if (drawing && wordless(drawing) && shown(drawing, 8) && drawing.getBoundingClientRect().width <= 200) add(sample.busy, "spinner", drawing);
    }

    // Names tell where nothing moves, as far as there is little else, or what has a name moves.
    const named = scope.querySelectorAll(
      '[class*="spin" i], [class*="load" i], [id*="spin" i], [id*="load" i], [class*="lds-"], [class*="circular" i],' +
      '[class*="skeleton" i], [class*="shimmer" i], [class*="placeholder-" i], [class*="ghost" i]');
    let bones = 0;
    let lastBone = null;
    for (let i = 0; i < named.length && i < 400; i++) {
      const el = named[i];
      const names = (typeof el.className === "string" ? el.className : "") + " " + (el.id || "");
      if (bone.test(names)) {
        if (bare(el) && shown(el, 4)) { bones += 1; lastBone = el; }
      } else if (word.test(names) && bare(el) && shown(el, 8) && el !== body && el !== document.documentElement) {
        let moves = thin || moving.has(el);
        if (!moves) for (const one of moving) if (el.contains(one)) { moves = true; break; }
        if (moves) add(sample.busy, "spinner", el);
      }
    }
    if (bones >= 2) add(sample.busy, "skeleton", lastBone);

    const pictures = scope.querySelectorAll("img");
    for (let i = 0; i < pictures.length && i < 300; i++) {
      const el = pictures[i];
      if (el.complete || !(el.currentSrc || el.src || el.srcset) || !shown(el, 1)) continue;
      const first = memory ? memory.images.get(el) : now;
      if (memory && first === undefined) memory.images.set(el, now);
      if (sample.images.length < 20) sample.images.push({ name: name(el), age: first === undefined ? 0 : now - first });
    }
    const canvases = scope.querySelectorAll("canvas, video");
    for (let i = 0; i < canvases.length && sample.drawn.length < 4; i++) {
      const el = canvases[i];
      const rect = el.getBoundingClientRect();
      if (rect.width * rect.height < 0.03 * width * height || !shown(el, 20)) continue;
      if (el.localName === "video" && !el.paused) continue;
      sample.drawn.push({
        name: name(el), x: Math.max(0, rect.left), y: Math.max(0, rect.top),
        width: Math.min(width, rect.right) - Math.max(0, rect.left),
        height: Math.min(height, rect.bottom) - Math.max(0, rect.top),
      });
    }
  }

  const wait = /^\s*(loading|please wait|one moment|just a moment|wird geladen|lade|bitte warten|chargement|veuillez patienter|cargando|espere|caricamento|attendere|carregando|aguarde|laden|ładowanie|загрузка|подождите|yükleniyor|読み込み中|ロード中|加载中|正在加载|로딩|로드 중|جاري التحميل|लोड हो रहा है)/i;
  const words = text.trim();
  if (words.length > 0 && words.length < 60 && wait.test(words)) sample.busy.push("text “" + words.slice(0, 40) + "”");

  const mounts = document.querySelectorAll(
    "#root, #app, #__next, #__nuxt, #svelte, #gatsby-focus-wrapper, app-root, [data-reactroot], [data-v-app], [ng-version]");
  const media = "img, canvas, svg, video, input, iframe, object, embed";
  for (let i = 0; i < mounts.length; i++) {
    const el = mounts[i];
    const rootOf = el.shadowRoot || (memory && memory.roots.get(el));
    if (!rootOf && (el.innerText || "").trim() === "" && el.querySelectorAll(media).length === 0) {
      add(sample.empty, "mount", el);
    }
  }
  const lists = document.querySelectorAll(
    "main:empty, ul:empty, ol:empty, tbody:empty, [role=list]:empty, [role=grid]:empty, [role=feed]:empty, [role=main]:empty");
  for (let i = 0; i < lists.length && i < 50; i++) {
    const el = lists[i];
    if (getComputedStyle(el).display !== "none" && (!el.parentElement || !el.parentElement.checkVisibility || el.parentElement.checkVisibility())) {
      add(sample.empty, "list", el);
    }
  }
  sample.blank = sample.text === 0 && body.querySelectorAll(media).length === 0;
  if (memory) {
    const still = sample.images.length === 0 && sample.moving === 0 && document.readyState === "complete" && !sample.growing;
    memory.seen = still && performance.now() - now > 8 ? sample : null;
  }
  return sample;
}
