// Leafs through a saved game.
"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const game = JSON.parse(find("data").textContent);
  const slider = find("slider");
  // The lines: the first one, and those that leave it.
  const lines = [game, ...game.branches.map(({ from, steps, texts }) => ({
    steps: [...game.steps.slice(0, from + 1), ...steps],
    texts: [...game.texts.slice(0, from), ...texts],
  }))];
  let line = game;
  const show = (move) => {
    const step = Math.max(0, Math.min(line.texts.length, move));
    slider.value = step;
    find("number").textContent = step;
    find("happened").textContent = step ? line.texts[step - 1] : "The beginning of the game";
    const lay = motion.before(find("board"));
    find("board").innerHTML = line.steps[step].map((part) => game.parts[part]).join("");
    motion.after(find("board"), lay);
  };
  const at = () => Number(slider.value);
  slider.addEventListener("input", () => show(at()));
  find("before").addEventListener("click", () => show(at() - 1));
  find("next").addEventListener("click", () => show(at() + 1));
  // Another line begins where it leaves the first one.
  find("line")?.addEventListener("change", (event) => {
    const chosen = Number(event.target.value);
    line = lines[chosen];
    slider.max = line.texts.length;
    find("moves").textContent = line.texts.length;
    show(chosen ? game.branches[chosen - 1].from + 1 : line.texts.length);
  });
  document.addEventListener("keydown", (event) => {
    if (event.target === slider || event.target.tagName === "SELECT") return;
    if (event.key === "ArrowLeft") show(at() - 1);
    if (event.key === "ArrowRight") show(at() + 1);
  });
  show(at());
})();
