// Lets the reader sort the tables by a column, and opens everything that is folded before printing.
// The page says the same without it.
(() => {
  const number = (text) => {
    const found = text.replace("−", "-").match(/^[<+\s]*(-?\d+(?:\.\d+)?)/);
    return found ? Number(found[1]) : null;
  };
  const isMissing = (text) => text === "" || text === "NA" || text === "-";
  for (const table of document.querySelectorAll(".scroll > table")) {
    const body = table.tBodies[0];
    const original = [...body.rows];
    const heads = [...table.tHead.rows[0].cells];
    if (original.length < 2) continue;
    heads.forEach((head, column) => {
      const text = (row) => row.cells[column].textContent.trim();
      const present = original.map(text).filter((cell) => !isMissing(cell));
      const isNumeric = present.length > 0 && present.every((cell) => number(cell) !== null);
      const compare = (a, b) =>
        isNumeric ? number(text(a)) - number(text(b)) : text(a).localeCompare(text(b), "en", { numeric: true });
      const orders = isNumeric ? ["descending", "ascending"] : ["ascending", "descending"];
      const button = document.createElement("button");
      button.type = "button";
      button.title = "Sort by this column";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const now = orders.indexOf(head.getAttribute("aria-sort"));
        const order = orders[now + 1];
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        const rows = [...original];
        if (order) {
          head.setAttribute("aria-sort", order);
          const way = order === "ascending" ? 1 : -1;
          rows.sort((a, b) => isMissing(text(a)) - isMissing(text(b)) || way * compare(a, b));
        }
        body.append(...rows);
      });
    });
  }
  for (const box of document.querySelectorAll(".scroll, pre")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
  addEventListener("beforeprint", () => {
    for (const folded of document.querySelectorAll("details")) folded.open = true;
  });
})();
