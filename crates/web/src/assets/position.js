// Sets a position up by clicks: a thing of the board with a mark is pressed by the pointer or by Enter, and the server
// draws the page anew. Without this script the form below the board does the same.
(() => {
  const main = document.getElementById("position");
  if (!main) return;
  const form = () => main.querySelector("form");
  const marks = () => [...main.querySelectorAll("[data-mark]")];

  // Names a field for screen readers, where a thing says nothing itself.
  const named = (mark) => {
    const [path, word] = mark.split(";")[0].replace(/^[^/]*/, "").split(/[#=|]/);
    const parts = path.split("/").slice(1).map((part) => part.replaceAll("_", " "));
    if (parts[0] === "players") parts.splice(0, 2, parts[1] === "@" ? "seat in hand" : `seat ${Number(parts[1]) + 1}`);
    return [...parts, word?.replace(/^\[.*,"|"\]$/g, "")].filter((part) => part && part !== "@").join(", ");
  };
  const says = (one) => {
    const copy = one.cloneNode(true);
    for (const silent of copy.querySelectorAll("[aria-hidden=true]")) silent.remove();
    return copy.textContent.trim();
  };
  const ready = () => {
    const shown = main.querySelector("input[name=mark]").value;
    for (const one of marks()) {
      one.tabIndex = 0;
      one.setAttribute("role", "button");
      // What is written on a thing is its name.
      if (says(one)) one.removeAttribute("aria-label");
      else one.setAttribute("aria-label", [one.getAttribute("aria-label"), named(one.dataset.mark), one.textContent.trim()].filter(Boolean).join(": "));
      one.classList.toggle("shown", one.dataset.mark === shown);
    }
  };

  // What had the focus, and what was open, stay so.
  const put = (part) => {
    const focus = document.activeElement;
    const all = marks(), place = all.indexOf(focus), mark = focus?.dataset?.mark;
    const nth = all.filter((one) => one.dataset.mark === mark).indexOf(focus);
    const held = focus?.id ? `#${CSS.escape(focus.id)}` : focus?.name ? `[name="${CSS.escape(focus.name)}"][value="${CSS.escape(focus.value)}"]` : null;
    const key = (one) => one.id || one.querySelector("summary")?.textContent;
    const open = new Set([...main.querySelectorAll("details[open]")].map(key));
    const scrolled = main.querySelector(".palette")?.scrollTop ?? 0;
    const lay = motion.before(main);
    main.innerHTML = part;
    for (const one of main.querySelectorAll("details")) if (open.has(key(one))) one.open = true;
    ready();
    motion.after(main, lay);
    const palette = main.querySelector(".palette");
    if (palette && place < 0) palette.scrollTop = scrolled;
    const again = marks(), same = again.filter((one) => one.dataset.mark === mark);
    const next = place < 0 ? held && main.querySelector(held) : same[nth] ?? again[place];
    next?.focus({ preventScroll: true });
  };

  let sending = false;
  const send = async (act) => {
    if (sending) return;
    sending = true;
    main.classList.add("sending");
    const body = new URLSearchParams(new FormData(form()));
    body.set("do", act);
    try {
      const answer = await fetch("position", { method: "POST", headers: { "X-Tradewinds": "1" }, body });
      if (answer.ok) put(await answer.text());
      main.classList.toggle("lost", !answer.ok);
    } catch {
      main.classList.add("lost");
    }
    main.classList.remove("sending");
    sending = false;
  };
  main.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (button?.value === "search") [button.textContent, button.ariaBusy] = ["Searching …", "true"];
    if (!button || button.hasAttribute("data-plain")) return;
    event.preventDefault();
    send(button.value);
  });
  main.addEventListener("click", (event) => {
    const thing = event.target.closest("[data-mark]");
    if (!thing) return;
    thing.focus({ preventScroll: true });
    send(`press:${thing.dataset.mark}`);
  });
  // The seat in hand is named beside the board.
  main.addEventListener("change", (event) => {
    if (event.target.name === "seat") send("check");
  });
  main.addEventListener("keydown", (event) => {
    if ((event.key !== "Enter" && event.key !== " ") || !event.target.matches("[data-mark]")) return;
    event.preventDefault();
    send(`press:${event.target.dataset.mark}`);
  });
  ready();
})();
