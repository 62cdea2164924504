// The lobby: another game or number of players draws the form again, with all that is filled in, and the focus stays.
(() => {
  const lobby = document.querySelector("main.lobby");
  if (!lobby) return;
  let asked = 0;
  lobby.addEventListener("change", async (event) => {
    if (!event.target.closest("[data-auto]")) return;
    const mine = ++asked;
    const fields = new URLSearchParams(new FormData(event.target.form));
    const answer = await fetch(`./?${fields}`);
    if (!answer.ok || mine !== asked) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const held = document.activeElement?.id;
    const open = [...lobby.querySelectorAll("#new details")].map((one) => one.open);
    document.getElementById("new").replaceWith(page.getElementById("new"));
    [...lobby.querySelectorAll("#new details")].forEach((one, index) => { one.open = open[index] || one.open; });
    if (held) document.getElementById(held)?.focus({ preventScroll: true });
  });
})();
