// One quick look at how far the page is. Returns plain data only.
() => {
  const memory = window[Symbol.for("pagestate")] || null;
  const now = performance.now();
  const body = document.body;
  const pending = [];
  const sample = {
    now,
    changed: memory ? memory.changed : now,
    shifted: memory ? memory.shifted : 0,
    ready: document.readyState,
    scripts: document.scripts.length + document.querySelectorAll("iframe, frame").length,
    text: 0,
    area: window.innerWidth * window.innerHeight,
    grew: 0,
    busy: [],
    empty: [],
    fonts: document.fonts ? document.fonts.status === "loading" : false,
    origin: performance.timeOrigin,
  };
  if (!body) return sample;

  const text = body.innerText || "";
  sample.text = text.length;
  if (memory) {
    // Growth is beyond the longest so far: a text that only changes does not grow.
    if (text.length > memory.longest + 15) {
      memory.grew = now;
      memory.longest = text.length;
    }
    sample.grew = memory.grew;
  }

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
  const bare = (el) => (el.innerText || "").trim().length < 40;

  const scopes = [document];
  const hosts = document.querySelectorAll("*");
  const limit = hosts.length < 20000 ? hosts.length : 20000;
  for (let i = 0; i < limit && scopes.length < 200; i++) {
    const root = hosts[i].shadowRoot || (memory && memory.roots.get(hosts[i]));
    if (root) {
      scopes.push(root);
      if (memory) memory.observe(root);
      sample.text += (root.textContent || "").length;
    }
  }

  const add = (list, what, el) => {
    if (list.length < 6) list.push(what + " " + name(el));
  };
  const word = /(^|[-_\s])(spinner|spin|loader|loading|preloader|lds-\w+|progress-circular|circular-progress)([-_\s]|$)/i;
  const bone = /(^|[-_\s])(skeleton|shimmer|placeholder-glow|placeholder-wave|ghost-line|content-loader)([-_\s]|$)/i;

  for (let s = 0; s < scopes.length; s++) {
    const scope = scopes[s];
    const marked = scope.querySelectorAll('[aria-busy="true"], [role="progressbar"]:not([aria-valuenow])');
    for (let i = 0; i < marked.length && i < 50; i++) {
      if (shown(marked[i], 4)) add(sample.busy, "busy", marked[i]);
    }
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
      } else if (word.test(names) && bare(el) && shown(el, 8) && el.localName !== "body" && el.localName !== "html") {
        add(sample.busy, "spinner", el);
      }
    }
    if (bones >= 2) add(sample.busy, "skeleton", lastBone);
  }

  if (document.getAnimations && sample.busy.length === 0) {
    const running = document.getAnimations();
    for (let i = 0; i < running.length && i < 100; i++) {
      const effect = running[i].effect;
      if (!effect || !effect.target || effect.getTiming().iterations !== Infinity) continue;
      const el = effect.target;
      const rect = el.getBoundingClientRect();
      const round = getComputedStyle(el).borderRadius === "50%" || el.localName === "svg" || el.localName === "circle";
      if (round && rect.width <= 160 && Math.abs(rect.width - rect.height) < 3 && (el.textContent || "").trim() === "" &&
          text.trim().length < 300 && shown(el, 8)) {
        add(sample.busy, "spinner", el);
      }
    }
  }

  const wait = /^\s*(loading|please wait|one moment|just a moment|wird geladen|lade|bitte warten|chargement|veuillez patienter|cargando|espere|caricamento|attendere|carregando|aguarde|laden|ładowanie|загрузка|подождите|yükleniyor|読み込み中|ロード中|加载中|正在加载|로딩|로드 중|جاري التحميل|लोड हो रहा है)/i;
  const words = text.trim();
  if (words.length > 0 && words.length < 60 && wait.test(words)) sample.busy.push("text “" + words.slice(0, 40) + "”");

  const mounts = document.querySelectorAll(
    "#root, #app, #__next, #__nuxt, #svelte, #gatsby-focus-wrapper, app-root, [data-reactroot], [data-v-app], [ng-version]");
  for (let i = 0; i < mounts.length; i++) {
    const el = mounts[i];
    const rootOf = el.shadowRoot || (memory && memory.roots.get(el));
    if (!rootOf && (el.innerText || "").trim() === "" && el.querySelectorAll("img, canvas, svg, video, input, iframe").length === 0) {
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
  return sample;
}
