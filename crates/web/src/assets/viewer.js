// Leafs through a saved game.
"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const game = JSON.parse(find("data").textContent);
  const slider = find("slider");
  const show = (move) => {
    const step = Math.max(0, Math.min(game.steps.length - 1, move));
    slider.value = step;
    find("number").textContent = step;
    find("happened").textContent = step ? game.texts[step - 1] : "The beginning of the game";
    find("board").innerHTML = game.steps[step].map((part) => game.parts[part]).join("");
  };
  const at = () => Number(slider.value);
  slider.addEventListener("input", () => show(at()));
  find("before").addEventListener("click", () => show(at() - 1));
  find("next").addEventListener("click", () => show(at() + 1));
  document.addEventListener("keydown", (event) => {
    if (event.target === slider) return;
    if (event.key === "ArrowLeft") show(at() - 1);
    if (event.key === "ArrowRight") show(at() + 1);
  });
  show(at());
})();
