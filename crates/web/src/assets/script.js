// Keeps the page up to date and plays actions without loading it anew. Everything works without this script, too.
"use strict";
(() => {
  const ours = { "X-Tradewinds": "1" };
  const table = document.getElementById("table");
  const past = document.getElementById("past");
  const review = document.getElementById("review");

  // Puts a new part in place; what had the focus, and what was open, stays so.
  const put = (place, part) => {
    const focus = document.activeElement && place.contains(document.activeElement) ? document.activeElement : null;
    const held = focus && (focus.id || null);
    const open = [...place.querySelectorAll("details")].map((one) => one.open);
    const scroll = [...place.querySelectorAll("[data-scroll]")].map((one) => one.scrollLeft);
    const lay = motion.before(place);
    place.innerHTML = part;
    [...place.querySelectorAll("details")].forEach((one, index) => { one.open = open[index] ?? one.open; });
    [...place.querySelectorAll("[data-scroll]")].forEach((one, index) => { one.scrollLeft = scroll[index] ?? 0; });
    motion.after(place, lay);
    absolute();
    reach();
    if (focus) {
      const again = held && document.getElementById(held);
      (again || document.getElementById("prompt"))?.focus({ preventScroll: true });
    }
  };

  // Links that are handed out need the address of the server.
  const absolute = () => {
    for (const link of document.querySelectorAll("[data-absolute]")) link.textContent = link.href;
  };
  absolute();

  // Tables that are wider than the window are scrolled with the keyboard, too.
  const reach = () => {
    for (const one of document.querySelectorAll(".scroll")) {
      if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
      else one.removeAttribute("tabindex");
    }
  };
  reach();
  addEventListener("resize", reach);
  document.addEventListener("toggle", reach, true);

  // Forms of the lobby that only choose what else is asked.
  for (const form of document.querySelectorAll("form[data-auto]")) {
    form.addEventListener("change", () => form.requestSubmit());
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const key = event.key;
    const target = /^[1-9]$/.test(key) ? document.getElementById(`act-${Number(key) - 1}`)
      : key === "o" ? document.querySelector(".judgement summary")
      : document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (target) {
      event.preventDefault();
      target.click();
    }
  });

  if (past) {
    // One at a time; what was asked for last is shown last.
    let wanted = null, busy = false;
    const load = async (place) => {
      wanted = place;
      if (busy) return;
      busy = true;
      while (wanted !== null) {
        const next = wanted;
        wanted = null;
        const answer = await fetch(next, { headers: ours });
        if (answer.ok) {
          put(past, await answer.text());
          // The next answer is not given away.
          for (const one of past.querySelectorAll(".judgement details")) one.open = false;
          history.replaceState(null, "", next);
        }
      }
      busy = false;
    };
    past.addEventListener("input", (event) => {
      if (event.target.id === "slider") load(event.target.value);
    });
    past.addEventListener("click", (event) => {
      const link = event.target.closest("nav.slider a");
      const place = link && link.getAttribute("href");
      if (place && /^\d+$/.test(place)) {
        event.preventDefault();
        load(place);
      }
    });
  }

  if (review) {
    // While decisions are being judged, what they say so far is shown.
    const look = async () => {
      if (!review.querySelector("[data-running]")) return;
      try {
        const answer = await fetch("review", { headers: ours });
        if (answer.ok) put(review, await answer.text());
        review.classList.toggle("lost", !answer.ok);
      } catch {
        review.classList.add("lost");
      }
      setTimeout(look, 1500);
    };
    look();
  }

  if (table) {
    let sending = false, missed = false;
    table.addEventListener("submit", async (event) => {
      const button = event.submitter;
      // A button that leads to another page.
      if (button?.hasAttribute("data-plain")) return;
      event.preventDefault();
      if (sending || !button) return;
      sending = true;
      missed = false;
      table.classList.add("sending");
      const body = new URLSearchParams(new FormData(event.target));
      if (button.name) body.set(button.name, button.value);
      const place = button.getAttribute("formaction") || event.target.getAttribute("action");
      try {
        const answer = await fetch(place, { method: "POST", headers: ours, body });
        put(table, await answer.text());
        document.getElementById("prompt")?.focus({ preventScroll: true });
        // An event that came meanwhile may be older or newer than the answer: ask once more.
        while (missed) {
          missed = false;
          put(table, await (await fetch("./", { headers: ours })).text());
        }
      } catch {
        table.classList.add("lost");
      }
      sending = false;
      table.classList.remove("sending");
    });
    // A hidden page gives its connection back: browsers allow a server six at a time.
    let events = null;
    const listen = () => {
      if (document.hidden) {
        events?.close();
        events = null;
      } else if (!events) {
        events = new EventSource("events");
        events.addEventListener("table", (event) => {
          table.classList.remove("lost");
          if (sending) missed = true;
          else put(table, event.data);
        });
        events.addEventListener("error", () => table.classList.add("lost"));
      }
    };
    document.addEventListener("visibilitychange", listen);
    listen();
  }
})();
