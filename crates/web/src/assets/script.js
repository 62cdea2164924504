// Keeps the page up to date and plays actions without loading it anew. Everything works without this script, too.
"use strict";
(() => {
  const ours = { "X-Tradewinds": "1" };
  const table = document.getElementById("table");
  const past = document.getElementById("past");
  const review = document.getElementById("review");

  document.documentElement.classList.add("js");

  // Puts a new part in place; what had the focus, what was open, and what is chosen or typed for this decision stay so.
  const put = (place, part) => {
    const chosen = kept(place);
    const focus = document.activeElement && place.contains(document.activeElement) ? document.activeElement : null;
    const held = focus && (focus.id || null);
    const open = [...place.querySelectorAll("details")].map((one) => one.open);
    const scroll = [...place.querySelectorAll("[data-scroll]")].map((one) => one.scrollLeft);
    const lay = motion.before(place);
    place.innerHTML = part;
    [...place.querySelectorAll("details")].forEach((one, index) => { one.open = open[index] ?? one.open; });
    [...place.querySelectorAll("[data-scroll]")].forEach((one, index) => { one.scrollLeft = scroll[index] ?? 0; });
    keep(place, chosen);
    motion.after(place, lay);
    absolute();
    reach();
    paint();
    if (focus) {
      const again = held && document.getElementById(held);
      (again || document.getElementById("prompt"))?.focus({ preventScroll: true });
    }
  };

  // What a reader has typed and chosen so far, for the version that the page shows.
  const version = (place) => place.querySelector("input[name=v]")?.value;
  const fields = "input[data-at], input[type=radio], #typed";
  const kept = (place) => ({
    version: version(place),
    values: [...place.querySelectorAll(fields)].map((one) => [one.value, one.checked]),
  });
  const keep = (place, { version: before, values }) => {
    const now = [...place.querySelectorAll(fields)];
    if (before === undefined || before !== version(place) || now.length !== values.length) return;
    now.forEach((one, index) => {
      const [value, checked] = values[index];
      if (one.type === "radio") one.checked = checked;
      else one.value = value;
    });
  };

  // Decisions that are made as one. The numbers of the form say how many pieces are on each spot; the board shows them.
  // They are there for the pointer; the numbers are what the keyboard and screen readers use. Of marks within each other
  // the inner one counts.
  const spotsOf = (key) => {
    const mark = `[data-spot="${CSS.escape(key)}"]`;
    return [...document.querySelectorAll(mark)].filter((spot) => !spot.querySelector(mark));
  };
  const holes = ".circle, .ring";
  const number = (input) => Math.min(Number(input.max), Math.max(0, Math.trunc(Number(input.value)) || 0));
  const pileOf = (input) => {
    const pile = input.closest("fieldset");
    const inputs = [...pile.querySelectorAll("input[data-at]")];
    const put = inputs.reduce((sum, one) => sum + number(one), 0);
    return { pile, inputs, put, left: Number(pile.dataset.most) - put };
  };
  const paint = () => {
    for (const input of document.querySelectorAll("[data-joint] input")) {
      const key = input.dataset.at ?? input.value;
      const count = input.type === "radio" ? Number(input.checked) : number(input);
      const spots = key ? spotsOf(key) : [];
      spots.forEach((spot, index) => {
        const here = spots.length > 1 ? Number(index < count) : count;
        spot.classList.add("live");
        spot.classList.toggle("picked", here > 0);
        [...(spot.matches(holes) ? [spot] : spot.querySelectorAll(holes))].forEach((hole, place) => {
          hole.classList.toggle("filled", place < here);
        });
        if (here > 1) spot.dataset.count = here;
        else delete spot.dataset.count;
      });
    }
    for (const output of document.querySelectorAll("[data-joint] output.left")) {
      const { pile, left } = pileOf(output);
      const { noun, nouns } = pile.dataset;
      output.textContent = left < 0 ? ` · ${-left} too many` : left ? ` · ${left} ${left > 1 ? nouns : noun} left` : " · all put";
      output.classList.toggle("wrong", left < 0);
    }
  };
  // Changes the number on a spot, as far as the spot and the pile allow.
  const change = (input, by) => {
    const { left, pile } = pileOf(input);
    if (by > 0 && left <= 0) {
      say(`No ${pile.dataset.noun} is left: take one away elsewhere first.`);
      return;
    }
    input.value = Math.min(Number(input.max), Math.max(0, number(input) + by));
    paint();
  };
  const press = (spot) => {
    const key = spot.dataset.spot;
    const input = [...document.querySelectorAll("[data-joint] input")].find((one) => (one.dataset.at ?? one.value) === key);
    if (!input) return;
    if (input.type === "radio") {
      input.checked = true;
      paint();
      return;
    }
    const spots = spotsOf(key);
    const count = number(input);
    if (spots.length > 1) change(input, spots.indexOf(spot) < count ? -1 : 1);
    else if (count < Number(input.max) && pileOf(input).left > 0) change(input, 1);
    else if (count > 0) change(input, -count);
    else change(input, 1);
  };
  const set = (how) => {
    const inputs = [...document.querySelectorAll("[data-joint] input[data-at]")];
    if (how === "before") for (const input of inputs) input.value = input.dataset.before;
    for (const pile of how === "fill" ? document.querySelectorAll("[data-joint] fieldset:has(input[data-at])") : []) {
      const spots = [...pile.querySelectorAll("input[data-at]")];
      const passed = spots.map(() => 0);
      for (const index of pile.dataset.order.split(" ").map(Number)) {
        passed[index] += 1;
        if (pileOf(spots[index]).left > 0 && number(spots[index]) < passed[index]) spots[index].value = number(spots[index]) + 1;
      }
    }
    paint();
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-joint] button[type=button]");
    const spot = event.target.closest(".live");
    if (button?.dataset.step) change(button.parentElement.querySelector("input"), Number(button.dataset.step));
    else if (button) set(button.dataset.set);
    else if (spot) press(spot);
    const at = event.target.closest("button, a, summary, .live, [data-why]");
    if (at?.dataset.why) say(at.dataset.why);
  });
  document.addEventListener("input", (event) => {
    if (event.target.closest("[data-joint]")) paint();
  });

  // Says something for a while, to eyes and to screen readers.
  let silence;
  const say = (text) => {
    const notice = document.getElementById("notice");
    if (!notice) return;
    notice.textContent = text;
    clearTimeout(silence);
    silence = setTimeout(() => { notice.textContent = ""; }, 6000);
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

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "radio") {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (key(event.key)) event.preventDefault();
  });
  // Does what a key stands for; returns whether it stands for something here.
  const key = (key) => {
    const typed = document.getElementById("typed");
    const joint = document.querySelector("[data-joint]");
    if (/^[1-9]$/.test(key) && joint) {
      const input = document.getElementById(`spot-${key}`);
      if (input && number(input) < Number(input.max) && pileOf(input).left > 0) change(input, 1);
      else if (input) change(input, -number(input) || 1);
      return Boolean(input);
    }
    if (typed && (key === "/" || (/^[0-9]$/.test(key) && document.querySelectorAll(".actions li").length > 9))) {
      // More moves than digits: the number is typed, and Enter plays it.
      typed.value = key === "/" ? "" : key;
      typed.focus();
      return true;
    }
    const target = /^[1-9]$/.test(key) ? document.getElementById(`act-${Number(key) - 1}`)
      : key === "o" ? document.querySelector(".judgement summary")
      : document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    target?.click();
    return Boolean(target);
  };
  paint();

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
    let sending = false, missed = false, waiting = null, latest = null;
    const logged = () => Number(table.querySelector(".log")?.getAttribute("start") ?? 0);
    // Reads out what has happened since the page said so last, and what is asked for. A line has the number of its last
    // decision: an act that has gone on is read out again.
    const announce = (before) => {
      const lines = [...table.querySelectorAll(".log li")].filter((line) => line.value > before).reverse();
      const texts = lines.map((line) => line.lastChild.textContent.trim());
      const prompt = document.getElementById("prompt")?.textContent.trim();
      const heard = document.getElementById("heard");
      if (heard && texts.length) heard.textContent = [...texts, prompt].filter(Boolean).join(". ");
    };
    const show = (part) => {
      const before = logged();
      put(table, part);
      announce(before);
    };
    // A click while the last one is under way: what does not depend on the position follows; a move was chosen from a
    // list that is no longer the one on the page, so the page says that it was not played.
    const wait = (button) => {
      const place = button.getAttribute("formaction");
      waiting = ["hint", "undo", "thoughts", "reveal"].includes(place) ? place : null;
      if (!waiting) say("Not played: the last move was still on its way. Choose again.");
    };
    const send = async (form, button) => {
      sending = true;
      missed = latest !== null;
      latest = null;
      table.classList.add("sending");
      const body = new URLSearchParams(new FormData(form));
      if (button.name) body.set(button.name, button.value);
      const place = button.getAttribute("formaction") || form.getAttribute("action");
      let answered = false;
      try {
        const answer = await fetch(place, { method: "POST", headers: ours, body });
        answered = true;
        // What was typed has been played; after a refusal it can be mended.
        if (answer.ok && document.getElementById("typed")) document.getElementById("typed").value = "";
        show(await answer.text());
        document.getElementById(place === "say" ? "typed" : "prompt")?.focus({ preventScroll: true });
        // An event that came meanwhile may be older or newer than the answer: ask once more.
        while (missed) {
          missed = false;
          show(await (await fetch("./", { headers: ours })).text());
        }
      } catch {
        table.classList.add("lost");
        if (!answered && ["act", "say"].includes(place)) say("Not played: the server did not answer. Choose again.");
      }
      sending = false;
      table.classList.remove("sending");
      const next = waiting && table.querySelector(`button[formaction="${waiting}"]`);
      if (waiting && !next) say("That cannot be done now.");
      waiting = null;
      next?.click();
    };
    table.addEventListener("submit", (event) => {
      const button = event.submitter;
      // A button that leads to another page.
      if (button?.hasAttribute("data-plain")) return;
      event.preventDefault();
      if (!button) return;
      if (sending) wait(button);
      else send(event.target, button);
    });
    // A hidden page gives its connection back: browsers allow a server six at a time.
    let events = null;
    // Events that come faster than the screen is drawn are drawn once.
    const draw = () => {
      const part = latest;
      latest = null;
      if (part !== null) show(part);
    };
    const listen = () => {
      if (document.hidden) {
        events?.close();
        events = null;
      } else if (!events) {
        events = new EventSource("events");
        events.addEventListener("table", (event) => {
          table.classList.remove("lost");
          if (sending) {
            missed = true;
            return;
          }
          if (latest === null) requestAnimationFrame(draw);
          latest = event.data;
        });
        events.addEventListener("error", () => table.classList.add("lost"));
      }
    };
    document.addEventListener("visibilitychange", listen);
    listen();
  }
})();
