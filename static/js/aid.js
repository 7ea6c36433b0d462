// Counting a pile: each field says how many cards there are and what one is worth, in half points; their sum is written into the form.
export function aid(form) {
  const box = form.querySelector("details.aid:has([data-worth])");
  if (!box) return;
  const cells = [...box.querySelectorAll("[data-worth]")], [bouts] = cells, low = cells.at(-1), { points } = form.elements;
  const number = (cell) => (/^\d*$/.test(cell.value) ? Number(cell.value) : Infinity);
  function reckon() {
    const halves = cells.reduce((sum, cell) => sum + number(cell) * cell.dataset.worth, 0);
    const over = cells.some((cell) => number(cell) > Number(cell.dataset.most));
    if (low.value === "" || over || (halves % 2 && "even" in box.dataset)) return;
    const other = form.elements.camp.value === "defense";
    const held = other ? bouts.dataset.most - number(bouts) : number(bouts);
    [...form.elements.bouts].find(({ value }) => value === String(held)).checked = true;
    points.value = `${halves >> 1 || (halves % 2 ? "" : 0)}${halves % 2 ? "½" : ""}`;
    points.dispatchEvent(new Event("input", { bubbles: true }));
  }
  box.addEventListener("input", reckon);
  box.addEventListener("toggle", () => { if (box.open) low.focus({ preventScroll: true }); });
}
