// Rows of small numbers, a cell a player. What the rows of a way add up to is sent with them, so that the last cell fills itself;
// what is counted in another way, or was ticked instead of a number, is passed over. No rule of any game is here.
const empty = (cell) => cell.value === "";
const figure = (cell) => Number(cell.value.replace("−", "-"));
const sum = (cells) => cells.reduce((total, cell) => total + figure(cell), 0);
const fits = (rest, { whole, highest = whole, least = 0 }) => rest >= Number(least) && rest <= Number(highest);

export function cells(form) {
  const rows = [...form.querySelectorAll("[data-cells]")].map((row) => ({
    way: row.dataset.cells, sums: JSON.parse(row.dataset.sums ?? "null"), cells: [...row.querySelectorAll("input[data-keypad]")], own: null,
  }));
  if (!rows.length) return;
  const ticks = [...form.querySelectorAll("[data-instead]")].map((tick) => ({ box: tick.querySelector("input"), cell: form.elements[tick.dataset.instead] }));

  function pass() {
    const ways = new Set(rows.filter(({ way, cells }) => way && !cells.every(empty)).map(({ way }) => way));
    for (const { way, cells } of rows) for (const cell of cells) cell.toggleAttribute("data-skip", "noted" in cell.dataset || Boolean(way && ways.size) && !ways.has(way));
    for (const { box, cell } of ticks) if (box.checked) cell.toggleAttribute("data-skip", true);
  }
  // The packs that what is complete leaves possible, and the only number that completes a row with each of them.
  function complete(touched) {
    const summed = rows.filter(({ sums }) => sums);
    for (const row of summed) if (row.own && (row.own === touched || row.cells.filter(empty).length)) own(row, null, row.own === touched ? touched.value : "");
    const full = summed.filter(({ cells, own }) => !own && !cells.some(empty));
    const packs = summed[0]?.sums.map((_, pack) => pack).filter((pack) => full.every(({ sums, cells }) => sums[pack] === sum(cells)));
    for (const row of summed) {
      const last = row.own ?? row.cells.filter(empty)[0];
      if (!last || last === touched || row.cells.some((cell) => cell !== last && empty(cell))) continue;
      const rests = new Set(packs.map((pack) => row.sums[pack] - sum(row.cells.filter((cell) => cell !== last))));
      const [rest] = rests.size === 1 ? rests : [NaN];
      if (fits(rest, last.dataset)) own(row, last, String(rest).replace("-", "−")); else own(row, null, "");
    }
  }
  function own(row, cell, value) {
    const changed = cell ?? row.own;
    row.own = cell;
    if (!changed) return;
    changed.value = value;
    changed.classList.toggle("reckoned", Boolean(cell));
  }

  form.addEventListener("input", ({ target }) => {
    for (const { box, cell } of ticks) {
      if (target === box && box.checked) cell.value = "";
      if (target === cell && !empty(cell)) box.checked = false;
    }
    complete(target);
    pass();
  });
  pass();
}
