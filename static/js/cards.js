// Cards that are entered in turn: a row of ranks writes into the cell that was touched last and moves on to the next empty one.
const rank = (text) => /^\w*/.exec(text)[0]; // a card that a file named may have its suit behind it

export function cards(form) {
  const cells = [...form.querySelectorAll("select[data-turn]")];
  const empty = (cell) => cell.value === "";
  const shown = () => cells.filter((cell) => cell.offsetParent);
  let active = null;
  const pick = (cell) => {
    active = cell;
    cell.parentElement.scrollIntoView({ block: "nearest" });
    for (const each of cells) each.parentElement.classList.toggle("active", each === cell);
  };
  for (const cell of cells) {
    for (const act of ["focusin", "click"]) cell.parentElement.addEventListener(act, () => pick(cell)); // the tablet's own list would cover the others
  }
  const write = (value) => {
    active.value = [...active.options].find((option) => rank(option.value) === value).value;
    for (const type of ["input", "change"]) active.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const onwards = () => {
    const list = shown(), at = list.indexOf(active);
    if (at >= 0 && !empty(active)) pick([...list.slice(at + 1), ...list].find(empty) ?? active);
  };
  const erase = () => {
    const list = shown();
    if (empty(active)) pick(list.slice(0, list.indexOf(active)).findLast((cell) => !empty(cell)) ?? active);
    write("");
  };
  const pad = Object.assign(document.createElement("div"), { className: "rank-keys", role: "group", ariaLabel: form.dataset.keys });
  const key = (text, act) => {
    // With a keyboard, the cells themselves are chosen from.
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, tabIndex: -1 });
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", act);
    pad.append(button);
    return button;
  };
  for (const { text, value } of [...cells[0].options].slice(1)) key(rank(text), () => { write(rank(value)); onwards(); });
  key("⌫", erase).setAttribute("aria-label", form.dataset.erase);
  form.querySelector(".middle").after(pad);
  form.classList.add("in-turn");
  const needed = () => {
    const list = shown();
    pad.hidden = !list.length;
    if (list.length && !list.includes(active)) pick(list.find(empty) ?? list[0]);
  };
  for (const act of ["input", "step"]) form.addEventListener(act, needed);
  form.addEventListener("toggle", needed, true); // what is opened lies over the cells
  needed();
}
