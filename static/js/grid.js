// Cells of a grid: radio buttons of the entry that stand in the sheet beside it. What is chosen there is heard by the form, and
// stays chosen where the sheet is put there anew while somebody types.
const cells = (form) => [...form?.elements ?? []].filter((field) => field.type === "radio" && !form.contains(field));
const chosen = (form) => cells(form).find((cell) => cell.checked);
const heard = (form) => form.dispatchEvent(new Event("input", { bubbles: true }));
let form = null, value = "";

function note() {
  form = document.querySelector("form.entry");
  const cell = chosen(form);
  value = cell?.value ?? "";
  if (!form) return;
  form.dataset.cell = cell?.getAttribute("aria-label") ?? "";
  fitting(form, value.slice(value.indexOf(".") + 1));
}

// What belongs to some rows only is shown, and sent, where a cell of theirs is chosen.
function fitting(form, row) {
  for (const part of form.querySelectorAll("[data-rows]")) {
    const fits = row ? part.dataset.rows.split(" ").includes(row) : "any" in part.dataset;
    part.hidden = part.disabled = !fits;
  }
}

function again() {
  const lost = document.querySelector("form.entry") === form && value && !chosen(form);
  const cell = lost && cells(form).find((each) => each.value === value);
  if (cell) cell.checked = true; // still open
  note();
  if (lost) heard(form);
}

document.addEventListener("input", ({ target }) => {
  note();
  if (target.form && !target.form.contains(target)) heard(target.form);
});
new MutationObserver(again).observe(document.body, { childList: true, subtree: true });
note();
