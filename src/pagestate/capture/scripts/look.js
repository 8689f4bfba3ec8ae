// Reads what stands in one frame: the flattened tree, the text a person can read, what lies
// over the page. Returns plain data only; frames are left as tokens for the caller to fill.
(options) => {
  const memory = window[Symbol.for("pagestate")] || null;
  const frames = (memory && memory.frames) || [];
  const started = performance.now();
  const width = window.innerWidth || 1;
  const height = window.innerHeight || 1;
  const page = document.scrollingElement || document.documentElement;
  const pageWidth = page ? Math.max(page.scrollWidth, width) : width;
  const notes = [];
  const shadowOf = (el) => el.shadowRoot || (memory && memory.roots.get(el)) || null;
  const up = (el) => el.assignedSlot || el.parentElement || (el.getRootNode() && el.getRootNode().host) || null;

  const pathOf = (el) => {
    const steps = [];
    for (let at = el; at && steps.length < 4 && at.localName !== "html"; at = up(at)) {
      let step = at.localName;
      if (at.id) {
        steps.unshift(step + "#" + String(at.id).slice(0, 60));
        break;
      }
      const first = typeof at.className === "string" ? at.className.trim().split(/\s+/)[0] : "";
      if (first) step += "." + first.slice(0, 60);
      steps.unshift(step);
    }
    return steps.join(" > ");
  };
  const alpha = (colour) => {
    const match = /^rgba?\(([^)]*)\)$/.exec(colour);
    if (!match) return colour === "transparent" ? 0 : 1;
    const parts = match[1].split(/[,/ ]+/);
    return parts.length > 3 ? parseFloat(parts[3]) : 1;
  };

  // What lies on top at the points of a grid.
  const covers = [];
  let shut = null;
  const matches = (el, selector) => {
    try { return el.matches(selector); } catch (error) { return false; }
  };
  const lifts = (el) => {
    const style = getComputedStyle(el);
    if (style.position === "fixed" || style.position === "sticky") return true;
    if (matches(el, ":modal") || matches(el, ":popover-open")) return true;
    if (style.position === "absolute" && parseInt(style.zIndex, 10) >= 10) {
      const rect = el.getBoundingClientRect();
      return rect.width * rect.height >= 0.25 * width * height;
    }
    return false;
  };
  const within = (el, ancestor) => {
    for (let at = el; at; at = up(at)) if (at === ancestor) return true;
    return false;
  };
  const deep = (x, y) => {
    const found = [];
    const visit = (root, depth) => {
      const list = root.elementsFromPoint(x, y);
      for (let i = 0; i < list.length && found.length < 60; i++) {
        if (list[i].getRootNode() !== root) continue;
        const inner = depth < 6 ? shadowOf(list[i]) : null;
        if (inner && inner.elementsFromPoint) visit(inner, depth + 1);
        found.push(list[i]);
      }
    };
    visit(document, 0);
    return found;
  };
  const opaque = (el, x, y) => {
    // A dialog answers for its backdrop as well.
    const rect = el.getBoundingClientRect();
    if (x < rect.left || x > rect.right || y < rect.top || y > rect.bottom) return false;
    const style = getComputedStyle(el);
    if (parseFloat(style.opacity) < 0.98) return false;
    return el.localName === "iframe" || el.localName === "img" || el.localName === "video" ||
      alpha(style.backgroundColor) >= 0.98;
  };
  const lockedScroll = () => {
    const styles = [document.documentElement, document.body];
    for (let i = 0; i < styles.length; i++) {
      if (!styles[i]) continue;
      const style = getComputedStyle(styles[i]);
      if (style.overflowY === "hidden" || style.overflowY === "clip" || style.position === "fixed") return true;
    }
    return false;
  };
  if (options.covers && document.body && document.body.localName === "body") {
    const columns = 10;
    const rows = 10;
    const points = [];
    const over = new Set();
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const x = (column + 0.5) * width / columns;
        const y = (row + 0.5) * height / rows;
        const list = deep(x, y);
        const chain = [];
        for (let at = list[0]; at; at = up(at)) {
          if (at.localName === "body" || at.localName === "html") break;
          if (lifts(at)) chain.unshift(at);
        }
        points.push({ list, chain, x, y });
        // A thing lies over the page if anywhere something else lies beneath it; the fixed root of
        // an application does not.
        for (let c = 0; c < chain.length; c++) {
          const candidate = chain[c];
          if (over.has(candidate)) break;
          if (matches(candidate, ":modal")) {
            over.add(candidate);
            break;
          }
          const beneath = list.some((el) => el.localName !== "html" && el.localName !== "body" &&
            !within(el, candidate) && !within(candidate, el));
          if (beneath) {
            over.add(candidate);
            break;
          }
        }
      }
    }
    const counted = new Map();
    let closed = 0;
    for (let i = 0; i < points.length; i++) {
      const { list, chain, x, y } = points[i];
      const cover = chain.find((el) => over.has(el));
      if (!cover) continue;
      counted.set(cover, (counted.get(cover) || 0) + 1);
      for (let k = 0; k < list.length; k++) {
        let lifted = false;
        for (const candidate of over) if (within(list[k], candidate)) lifted = true;
        if (!lifted) break;
        if (opaque(list[k], x, y)) { closed += 1; break; }
      }
    }
    const scroll = lockedScroll();
    for (const [el, count] of counted) {
      covers.push({ el, share: count / (columns * rows), where: pathOf(el), locked: scroll, from: -1, to: -1 });
    }
    covers.sort((a, b) => b.share - a.share);
    covers.length = Math.min(covers.length, 8);
    if (closed >= 0.97 * columns * rows) shut = new Set(covers.map((cover) => cover.el));
  }

  const html = [];
  const text = [];
  let written = 0;
  let nodes = 0;
  let full = false;
  let hurried = false;
  const slotted = new Set();
  const escapeText = (value) => value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const escapeValue = (value) => value.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  const put = (piece) => {
    html.push(piece);
    written += piece.length;
    if (written > options.maxHtml) full = true;
  };
  const empty = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
    "source", "track", "wbr"]);
  const silent = new Set(["script", "style", "template", "noscript", "head", "title", "meta", "link", "base",
    "datalist", "object"]);
  const raw = new Set(["script", "style", "noscript", "xmp", "noframes", "noembed", "plaintext"]);
  const buttons = new Set(["submit", "button", "reset"]);

  // A parser drops a second html or body, and everything but frames in a frameset.
  const renamed = { frameset: "pagestate-frameset", frame: "iframe" };
  if (options.nested) {
    renamed.html = "pagestate-html";
    renamed.head = "pagestate-head";
    renamed.body = "pagestate-body";
  }
  const called = (el) => renamed[el.localName] || el.localName;
  const tag = (el) => {
    let out = "<" + called(el);
    const attributes = el.attributes;
    for (let i = 0; i < attributes.length; i++) {
      const attribute = attributes[i];
      const attributeName = attribute.name;
      if (attributeName === "data-pagestate-hidden" || attributeName === "srcdoc") continue;
      // What somebody typed, and tokens in hidden fields, are nobody's business.
      if (attributeName === "value" && el.localName === "input" && !buttons.has(el.type)) continue;
      let value = attribute.value;
      if (value.length > 256 && value.slice(0, 5) === "data:") value = value.slice(0, 64) + "…";
      out += " " + attributeName + '="' + escapeValue(value) + '"';
    }
    return out;
  };
  const cut = (rect, clip) => {
    if (!clip) return rect;
    const left = Math.max(rect.left, clip.left);
    const top = Math.max(rect.top, clip.top);
    const right = Math.min(rect.right, clip.right);
    const bottom = Math.min(rect.bottom, clip.bottom);
    return { left, top, right, bottom, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
  };
  const nowhere = { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 };
  // A box without a height may still show its text.
  const spills = (el, style) => {
    if (style.overflowX !== "visible" || style.overflowY !== "visible") return false;
    const range = document.createRange();
    range.selectNodeContents(el);
    const rect = range.getBoundingClientRect();
    return rect.width > 0 && rect.height > 0;
  };
  const inlineLike = (display) => display.slice(0, 6) === "inline" || display === "contents" || display.slice(0, 4) === "ruby";

  const characters = (node, context) => {
    const value = node.nodeValue;
    put(escapeText(value));
    if (context.hidden || context.mute) return false;
    if (!context.pre && /^[\s]*$/.test(value)) {
      if (value) text.push(" ");
      return false;
    }
    text.push(context.pre ? value : value.replace(/\s+/g, " "));
    return true;
  };

  // Returns whether anything in `el` can be seen.
  const element = (el, context) => {
    const name = el.localName;
    nodes += 1;
    if ((nodes & 255) === 0 && performance.now() - started > options.budget) hurried = true;
    const slot = html.length;
    html.push("");
    const opening = tag(el);
    written += opening.length;

    if (silent.has(name) || context.hidden || hurried) {
      // What is never shown needs no mark; what is shown without scripts does.
      const mark = silent.has(name) ? name === "noscript" || name === "template" : context.hidden && !context.inHead;
      html[slot] = opening + (mark ? " data-pagestate-hidden>" : ">");
      if (empty.has(name)) return false;
      const inside = { ...context, hidden: context.hidden || silent.has(name), inHead: context.inHead || name === "head" };
      if (hurried && !silent.has(name)) inside.hidden = context.hidden;
      if (raw.has(name)) put((el.textContent || "").slice(0, 200000));
      else if (name === "template") put("");
      else if (name === "textarea") put("");
      else children(el, inside);
      put("</" + called(el) + ">");
      return hurried && !context.hidden;
    }

    const style = getComputedStyle(el);
    const display = style.display;
    const rootLike = name === "html" || name === "body" || name === "frameset";
    const outer = context;
    let hidden = false;
    let own = false;
    let away = false;
    let next = context;
    if (shut && !context.inside && shut.has(el)) next = { ...next, inside: true };
    if (display === "none") {
      hidden = true;
    } else if (display !== "contents") {
      const opacity = context.opacity * parseFloat(style.opacity || "1");
      const position = style.position;
      const rect = el.getBoundingClientRect();
      const clip = position === "fixed" ? null : position === "absolute" ? context.absolute : context.clip;
      const seen = cut(rect, clip);
      if (opacity < 0.05) hidden = true;
      else if (position === "fixed" && !rootLike &&
        (rect.bottom <= 0 || rect.right <= 0 || rect.top >= height || rect.left >= width) && rect.width > 0) hidden = true;
      else if (rect.width > 0 && !rootLike && (rect.right + scrollX <= 0 || rect.bottom + scrollY <= 0 ||
        rect.left + scrollX >= pageWidth)) hidden = true;
      else if ((position === "absolute" || position === "fixed") && style.clip !== "auto") {
        const numbers = style.clip.match(/-?[\d.]+/g) || [];
        if (numbers.length === 4 && (numbers[1] - numbers[3] <= 1 || numbers[2] - numbers[0] <= 1)) hidden = true;
      }
      if (!hidden && /^(inset\((50|100)%|circle\(0|polygon\(0px 0px(, 0px 0px)+\))/.test(style.clipPath)) hidden = true;
      own = !hidden && style.visibility === "visible" && seen.width > 0 && seen.height > 0;
      const flat = rect.width === 0 || rect.height === 0;
      away = !own && !rootLike && (flat ? display !== "inline" && !spills(el, style) : true);
      if (!hidden) {
        const clips = !rootLike && (/hidden|clip/.test(style.overflowX) || /hidden|clip/.test(style.overflowY)) && display !== "inline";
        const scrolls = !rootLike && (/auto|scroll/.test(style.overflowX) || /auto|scroll/.test(style.overflowY));
        let clipped = clip;
        if (scrolls) clipped = seen.width > 1 && seen.height > 1 ? null : nowhere;
        else if (clips) clipped = seen.width > 1 && seen.height > 1 ? seen : nowhere;
        const anchored = position !== "static" || style.transform !== "none";
        next = {
          ...next,
          opacity,
          clip: clipped,
          absolute: anchored ? clipped : context.absolute,
          pre: /^(pre|break-spaces)/.test(style.whiteSpaceCollapse || style.whiteSpace) || style.whiteSpace.slice(0, 3) === "pre",
        };
      }
    }
    const covered = shut !== null && !next.inside;
    const mute = hidden || style.visibility !== "visible" || parseFloat(style.fontSize) === 0 ||
      parseFloat(style.textIndent) < -500 || covered ||
      (next.clip !== null && next.clip.width <= 1) || (next.clip !== null && next.clip.height <= 1) || away;
    next = { ...next, hidden, mute };

    const block = !hidden && !inlineLike(display);
    const cell = display === "table-cell";
    const track = covers.length && !hidden ? covers.find((cover) => cover.el === el) : null;
    if (track) track.from = text.length;
    if (block) text.push(cell ? "\t" : "\n");

    let any = false;
    if (name === "br") {
      if (!context.mute) text.push("\n");
    } else if (name === "svg") {
      const drawing = el.outerHTML;
      html.push("");
      if (drawing.length < 20000) {
        html[slot] = drawing.replace("<svg", "<svg" + (own && !covered ? "" : " data-pagestate-hidden"));
        written += drawing.length;
        const labels = mute ? [] : el.querySelectorAll("text");
        for (let i = 0; i < labels.length && i < 200; i++) text.push(" " + labels[i].textContent + " ");
      } else {
        html[slot] = opening + "></svg>";
      }
      if (block) text.push("\n");
      return own && !covered;
    } else if (name === "iframe" || name === "frame") {
      const index = frames.indexOf(el);
      if (el.clientWidth <= 1 || el.clientHeight <= 1) own = false;
      html[slot] = opening + (own && !covered ? ">" : " data-pagestate-hidden>");
      put("</iframe>");
      if (index >= 0) {
        const token = options.token + index + ";";
        put('<pagestate-frame src="' + escapeValue(String(el.src || "")) + '"' + (own && !covered ? ">" : " data-pagestate-hidden>"));
        put(token);
        put("</pagestate-frame>");
        if (!mute && own) text.push("\n" + token + "\n");
      }
      if (track) track.to = text.length;
      return own && !covered;
    } else if (name === "input") {
      if (!mute && own && buttons.has(el.type) && el.value) text.push(" " + el.value + " ");
    } else if (name === "select") {
      const chosen = el.selectedOptions;
      if (!mute && own && chosen) for (let i = 0; i < chosen.length && i < 5; i++) text.push(" " + (chosen[i].label || "") + " ");
      children(el, { ...next, hidden: false, mute: true, quiet: true });
    } else if (name === "textarea") {
      // Its content is a value.
    } else if (name === "details" && !el.open) {
      const summary = el.querySelector(":scope > summary");
      for (let child = el.firstChild; child; child = child.nextSibling) {
        any = node(child, child === summary ? next : { ...next, hidden: true, mute: true }) || any;
      }
    } else if (!empty.has(name)) {
      any = children(el, style.contentVisibility === "hidden" ? { ...next, hidden: true, mute: true } : next);
    }

    const visible = !hidden && !covered && (own || any);
    html[slot] = opening + (visible || context.quiet ? ">" : " data-pagestate-hidden>");
    if (!empty.has(name)) put("</" + called(el) + ">");
    if (block) text.push(cell ? "\t" : "\n");
    if (track) track.to = text.length;
    return visible || (outer.quiet === true);
  };
  const node = (child, context) => {
    if (full) return false;
    if (child.nodeType === 3) return characters(child, context);
    if (child.nodeType === 1) return element(child, context);
    if (child.nodeType === 8) put("<!--" + child.nodeValue.slice(0, 2000).replace(/--/g, "- -") + "-->");
    return false;
  };
  const children = (el, context) => {
    let any = false;
    const root = shadowOf(el);
    if (root) {
      put("<pagestate-shadow>");
      for (let child = root.firstChild; child; child = child.nextSibling) any = node(child, context) || any;
      put("</pagestate-shadow>");
      // What no slot takes up is not shown.
      for (let child = el.firstChild; child; child = child.nextSibling) {
        if (!slotted.has(child)) node(child, { ...context, hidden: true, mute: true });
      }
      return any;
    }
    if (el.localName === "slot" && el.getRootNode().host) {
      const assigned = el.assignedNodes();
      if (assigned.length) {
        for (let i = 0; i < assigned.length; i++) {
          slotted.add(assigned[i]);
          any = node(assigned[i], context) || any;
        }
        return any;
      }
    }
    for (let child = el.firstChild; child; child = child.nextSibling) any = node(child, context) || any;
    return any;
  };

  const base = { hidden: false, mute: false, opacity: 1, clip: null, absolute: null, pre: false, inside: false };
  let document_html = "";
  try {
    if (document.doctype) put("<!DOCTYPE " + document.doctype.name + ">");
    if (document.documentElement) element(document.documentElement, base);
    document_html = html.join("");
  } catch (error) {
    notes.push("document: " + String(error).slice(0, 200));
    document_html = document.documentElement ? document.documentElement.outerHTML.slice(0, options.maxHtml) : "";
  }
  if (hurried) notes.push("document: too large to tell everywhere what can be seen");
  if (full) {
    notes.push("document: cut after " + options.maxHtml + " characters");
    for (let i = 0; i < options.selectors.length; i++) {
      let found = [];
      try { found = document.querySelectorAll(options.selectors[i]); } catch (error) { continue; }
      for (let k = 0; k < found.length && k < 500; k++) {
        if (found[k].outerHTML.length < 20000) document_html += found[k].outerHTML;
      }
    }
  }
  const timing = performance.getEntriesByType("navigation")[0];
  const boxes = [];
  for (let i = 0; i < frames.length; i++) {
    const rect = frames[i] && frames[i].isConnected ? frames[i].getBoundingClientRect() : nowhere;
    const part = cut(rect, { left: 0, top: 0, right: width, bottom: height });
    boxes.push(part.width * part.height / (width * height));
  }
  return {
    html: document_html,
    text: text.join("").slice(0, options.maxText),
    title: document.title,
    url: document.URL,
    encoding: document.characterSet,
    type: document.contentType,
    covers: covers.map((cover) => ({
      share: cover.share, where: cover.where, locked: cover.locked,
      text: cover.from >= 0 && cover.to > cover.from ? text.slice(cover.from, cover.to).join("").slice(0, 8000) : "",
    })),
    boxes,
    notes,
    origin: performance.timeOrigin,
    timing: timing ? {
      first: timing.responseStart, content: timing.domContentLoadedEventEnd, load: timing.loadEventEnd,
    } : null,
    agent: navigator.userAgent,
    languages: Array.from(navigator.languages || []),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
