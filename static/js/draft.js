// What stands in a form and was not sent yet: whether somebody typed there, putting it back into another form, and keeping it
// while the page is closed.

export const typed = (form) => new URLSearchParams(new FormData(form)).toString();

// Whether something in a part of the page is no longer as the server made it.
export const touched = (part) => [...part.querySelectorAll("input:not([type=hidden]), textarea, select")].some((field) => (
  /radio|checkbox/.test(field.type) ? field.checked !== field.defaultChecked
    : field.options ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected))
      : field.value !== field.defaultValue));

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

const START = "draft:";
const DAYS = 3 * 86400000;

// What is half typed for a line of a sheet; nothing where there is nothing, or where it was for another line.
export function kept(sheet, rang) {
  try {
    const draft = JSON.parse(localStorage.getItem(START + sheet));
    return draft?.rang === rang ? draft.text : "";
  } catch { return ""; }
}
export function keep(sheet, form) {
  const text = new URLSearchParams(new FormData(form));
  text.delete("csrf_token");
  const draft = { rang: form.elements.rang.value, text: text.toString(), at: Date.now() };
  try { localStorage.setItem(START + sheet, JSON.stringify(draft)); } catch { /* nothing is stored here */ }
}
export function forget(sheet) {
  try { localStorage.removeItem(START + sheet); } catch { /* nothing is stored here */ }
}
try {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(START))) {
    if (Date.now() - JSON.parse(localStorage.getItem(key)).at > DAYS) localStorage.removeItem(key);
  }
} catch { /* nothing is stored here */ }
