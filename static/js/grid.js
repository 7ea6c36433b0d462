// Cells of a grid: radio buttons of the entry that stand in the sheet beside it. What is chosen there is heard by the form.
const cells = (form) => [...form?.elements ?? []].filter((field) => field.type === "radio" && !form.contains(field));

export const chosen = (form) => cells(form).find((cell) => cell.checked);

// The sheet was put there anew: a cell that is still open stays chosen.
export function choose(form, cell) {
  const again = cell && cells(form).find((each) => each.name === cell.name && each.value === cell.value);
  if (again) again.checked = true;
  else if (cell) heard(form);
}

const heard = (form) => form.dispatchEvent(new Event("input", { bubbles: true }));
document.addEventListener("input", ({ target }) => { if (target.form && !target.form.contains(target)) heard(target.form); });
