// Pieces fly from where they were to where they lie now. A piece says of which kind it is (data-piece), where it lies
// (data-at), and for how many it stands (data-heap).
"use strict";
const motion = (() => {
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const FLIGHT = 280, MOST = 40;
  // When the flight of a piece ends.
  const ends = new WeakMap();

  // What lies where: by kind, then by place, the drawn pieces and their number.
  const look = (place) => {
    const kinds = new Map();
    for (const one of place.querySelectorAll("[data-piece]")) {
      const { piece, at, heap } = one.dataset;
      if (!kinds.has(piece)) kinds.set(piece, new Map());
      const places = kinds.get(piece);
      if (!places.has(at)) places.set(at, { count: 0, drawn: [] });
      const spot = places.get(at);
      spot.count += heap === undefined ? 1 : Number(heap);
      spot.drawn.push(one);
    }
    return kinds;
  };

  // Notes where everything lies, before the page changes.
  const before = (place) => {
    if (still.matches || document.hidden) return null;
    const kinds = look(place);
    for (const places of kinds.values()) {
      for (const spot of places.values()) {
        spot.boxes = spot.drawn.map((one) => one.getBoundingClientRect());
        spot.ends = spot.drawn.map((one) => ends.get(one));
      }
    }
    return kinds;
  };

  // Moves what lies elsewhere now. Nothing waits for it: what can be clicked is at its place from the beginning.
  const after = (place, was) => {
    if (!was || !was.size) return;
    const flights = [], now = performance.now();
    for (const [kind, places] of look(place)) {
      const old = was.get(kind);
      if (!old) continue;
      const from = [], to = [];
      for (const at of new Set([...old.keys(), ...places.keys()])) {
        // What was under way goes on from where it is.
        places.get(at)?.drawn.forEach((one, index) => {
          const end = old.get(at)?.ends[index];
          if (end > now) flights.push([one, old.get(at).boxes[index], 0, end]);
        });
        const more = (places.get(at)?.count ?? 0) - (old.get(at)?.count ?? 0);
        if (more > 0) to.push(...places.get(at).drawn.slice(-more));
        // What left a place is what was drawn last there.
        if (more < 0) from.push(...old.get(at).boxes.slice(more));
      }
      to.forEach((one, index) => {
        const box = from[Math.min(index, from.length - 1)];
        const delay = Math.min(flights.length * 15, 80);
        if (box && box.width && flights.length < MOST) flights.push([one, box, delay, now + delay + FLIGHT]);
      });
    }
    // All boxes are read before anything moves.
    const ways = flights.map((flight) => [...flight, flight[0].getBoundingClientRect()]);
    for (const [one, box, delay, end, goal] of ways) {
      if (!goal.width) continue;
      const dx = box.left + box.width / 2 - goal.left - goal.width / 2;
      const dy = box.top + box.height / 2 - goal.top - goal.height / 2;
      if (Math.abs(dx) + Math.abs(dy) < 2) continue;
      one.classList.add("flying");
      ends.set(one, end);
      const scale = box.height / goal.height || 1;
      const way = [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})` }, { transform: "none" }];
      one.animate(way, { duration: end - now - delay, delay, easing: "cubic-bezier(.3, .7, .3, 1)", fill: "backwards" })
        .finished.catch(() => {}).finally(() => one.classList.remove("flying"));
    }
  };

  return { before, after };
})();
