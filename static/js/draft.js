// What stands in a form and was not sent yet: whether somebody typed there, and putting it back into another form.

export const typed = (form) => new URLSearchParams(new FormData(form)).toString();

// Fill a form with what `typed` told of another one of the same kind; hidden fields keep their own values.
export function fill(form, text) {
  const told = new URLSearchParams(text);
  for (const field of form.elements) {
    if (!field.name || field.type === "hidden") continue;
    const values = told.getAll(field.name);
    if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
    else if (values.length) field.value = values[0];
    if ((field.checked || field.type === "text") && field.value && field.value !== field.defaultValue) field.closest("details")?.setAttribute("open", "");
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

// What is entered, in short, as its buttons and numbers say it.
export function brief(form) {
  const buttons = "label.button input:checked:not([checked]) + span", numbers = "input[data-keypad]";
  return [...form.querySelectorAll(`${buttons}, ${numbers}`)]
    .filter((each) => each.checkVisibility?.() ?? true)
    .map((each) => (each.value ?? each.innerText).trim())
    .filter(Boolean).join(" · ");
}
