// What things do: shown beside them when they are pointed at, have the focus, or are pressed for long. "What is this?"
// makes all of them reachable by keyboard, and a tap explains instead of playing.
(() => {
  const things = document.getElementById("things");
  const about = document.getElementById("about");
  if (!things || !about) return;
  const words = new Map([...things.children].map((one) => [one.dataset.key, one.innerHTML]));
  let shown = null, timer = null, asking = false, pressed = false;
  // An action is about the thing that its words end in: "build small market".
  const keyOf = (value) => {
    const parts = value.split(" ");
    return parts.map((_, index) => parts.slice(index).join(" ")).find((key) => words.has(key));
  };
  const near = (target) => {
    if (!(target instanceof Element)) return null;
    const one = target.closest("[data-about]");
    if (one && words.has(one.dataset.about)) return { one, key: one.dataset.about };
    const button = target.closest("button[name=a]");
    const key = button && keyOf(button.value);
    return key ? { one: button, key } : null;
  };
  const hide = () => {
    clearTimeout(timer);
    about.hidden = true;
    shown?.removeAttribute("aria-describedby");
    shown = null;
  };
  const show = ({ one, key }, beside) => {
    hide();
    about.innerHTML = words.get(key);
    about.hidden = false;
    const box = beside.getBoundingClientRect(), own = about.getBoundingClientRect();
    const left = Math.max(8, Math.min(box.left, innerWidth - own.width - 8));
    const below = box.bottom + 6 + own.height < innerHeight;
    about.style.left = `${left}px`;
    about.style.top = `${Math.max(8, below ? box.bottom + 6 : box.top - own.height - 6)}px`;
    // The browser's own tip would lie over it.
    for (const tip of [one, ...one.querySelectorAll("[title]")]) tip.removeAttribute("title");
    shown = beside;
    beside.setAttribute("aria-describedby", "about");
  };
  const soon = (target, wait) => {
    const found = near(target);
    if (!found) return;
    const beside = target.closest("button") ?? found.one;
    clearTimeout(timer);
    timer = setTimeout(() => { if (beside.isConnected) show(found, beside); }, wait);
  };
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse" || about.contains(event.target)) return;
    if (near(event.target)) soon(event.target, 400);
    else hide();
  });
  document.addEventListener("focusin", (event) => {
    if (near(event.target) && event.target.matches(":focus-visible")) soon(event.target, 200);
    else hide();
  });
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") return;
    pressed = false;
    const found = near(event.target);
    hide();
    if (!found) return;
    timer = setTimeout(() => { pressed = true; if (found.one.isConnected) show(found, found.one); }, 500);
  });
  // A finger that lifts early, or scrolls, asks for nothing.
  for (const end of ["pointerup", "pointercancel", "touchmove"]) {
    addEventListener(end, (event) => { if (event.pointerType !== "mouse" && about.hidden) clearTimeout(timer); }, { passive: true });
  }
  // A long press explains, and plays nothing; so does a tap while the reader asks.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("#explain");
    if (button) return ask(!asking);
    const found = near(event.target);
    if (found && (asking || pressed) && !about.contains(event.target)) {
      event.preventDefault();
      event.stopPropagation();
      show(found, event.target.closest("button") ?? found.one);
    }
    pressed = false;
  }, true);
  document.addEventListener("contextmenu", (event) => { if (pressed) event.preventDefault(); });
  const mark = () => {
    document.body.classList.toggle("asking", asking);
    document.getElementById("explain")?.setAttribute("aria-pressed", asking);
    for (const one of document.querySelectorAll(".board [data-about]")) {
      if (!words.has(one.dataset.about) || one.matches("button") || one.querySelector("button")) continue;
      if (asking) { one.tabIndex = 0; one.dataset.asked = ""; }
      else if ("asked" in one.dataset) { one.removeAttribute("tabindex"); delete one.dataset.asked; }
    }
  };
  const ask = (on) => {
    asking = on;
    hide();
    mark();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (!about.hidden) hide();
    else if (asking) ask(false);
  });
  // The table is drawn anew after each move.
  new MutationObserver(() => {
    if (shown && !shown.isConnected) hide();
    if (asking) mark();
  }).observe(document.getElementById("table"), { childList: true });
})();
