(() => {
  const box = document.querySelector("#search");
  if (!box) return;
  box.hidden = false;
  const cards = [...document.querySelectorAll(".page")];
  const none = document.querySelector("#nothing");
  box.addEventListener("input", () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const card of cards) {
      const text = card.dataset.words.toLowerCase();
      card.hidden = !words.every((word) => text.includes(word));
      if (!card.hidden) shown += 1;
    }
    none.hidden = shown > 0;
  });
  const reveal = () => {
    const card = location.hash && document.getElementById(location.hash.slice(1));
    if (card && card.tagName === "DETAILS") {
      document.querySelector("#show-all").checked = true;
      card.open = true;
      card.scrollIntoView();
    }
  };
  addEventListener("hashchange", reveal);
  document.addEventListener("click", (event) => {
    if (event.target.closest('a[href^="#page-"]')) setTimeout(reveal);
  });
  reveal();
})();
