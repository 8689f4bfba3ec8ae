// Finds the control of a gate that gives the wanted answer; returns the element or null.
// Looks only inside what lies over the page (fixed, dialogs, the top layer), or in the whole document
// where the gate is all there is (`options.whole`): a frame of a consent manager, a page before the page.
(options) => {
  const fold = (text) =>
    (text || "").normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const wanted = options.words.map((group) => new Set(group.map(fold)));
  const shown = (el) => {
    const box = el.getBoundingClientRect();
    if (box.width < 4 || box.height < 4) return false;
    const style = getComputedStyle(el);
    return style.visibility === "visible" && style.display !== "none" && Number(style.opacity) > 0.05;
  };
  const roots = (root, found) => {
    for (const el of root.querySelectorAll("*")) if (el.shadowRoot) { found.push(el.shadowRoot); roots(el.shadowRoot, found); }
    return found;
  };
  const trees = [document, ...roots(document, [])];
  const over = (el) => {
    for (let at = el; at; at = at.parentElement || (at.getRootNode().host ?? null)) {
      if (at === document.body || at === document.documentElement) return false;
      const style = getComputedStyle(at);
      if (style.position === "fixed" || style.position === "sticky") return true;
      if (style.position === "absolute" && Number(style.zIndex) > 0) return true;
      if (at.matches("dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true], :popover-open")) return true;
    }
    return false;
  };
  const controls = [];
  for (const tree of trees)
    for (const el of tree.querySelectorAll("button, [role=button], a, input[type=button], input[type=submit], summary"))
      if (shown(el) && (options.whole || over(el))) controls.push(el);
  // A page before the page has few controls; on any other page, pressing what lies in it is not ours to do.
  if (options.whole && controls.length > 15) return null;
  // The wanted answers in the order of preference; the shortest label is the plainest.
  for (const group of wanted) {
    let best = null, length = Infinity;
    for (const el of controls) {
      const labels = [el.innerText, el.value, el.getAttribute("aria-label"), el.title];
      for (const label of labels) {
        const folded = fold(label);
        if (!folded || folded.length > 60) continue;
        let hit = group.has(folded);
        if (!hit) for (const phrase of group) if (phrase.length > 6 && ` ${folded} `.includes(` ${phrase} `)) { hit = true; break; }
        if (hit && folded.length < length) { best = el; length = folded.length; }
      }
    }
    if (best) return best;
  }
  return null;
}
