// What stands in a form and was not sent yet: whether somebody typed there, putting it back into another form, and keeping it
// while the page is closed.

export const typed = (form) => new URLSearchParams(new FormData(form)).toString();

// Whether something in a part of the page is no longer as the server made it.
export const touched = (part) => [...part.querySelectorAll("input:not([type=hidden]), textarea, select")].some((field) => (
  /radio|checkbox/.test(field.type) ? field.checked !== field.defaultChecked
    : field.options ? field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected))
      : field.value !== field.defaultValue));

// Whether a line that was sent says all that stands in a form.
export const within = (form, body) => {
  const sent = new URLSearchParams(body);
  return [...new FormData(form)].every(([name, value]) => !value || form.elements[name].type === "hidden" || sent.getAll(name).includes(value));
};

// Fill a form with what `typed` told of another one of the same kind; hidden fields keep their own values.
export function fill(form, text) {
  assign(form, text);
  form.dispatchEvent(new Event("input", { bubbles: true }));
}
function assign(form, text) {
  const told = new URLSearchParams(text);
  for (const field of form.elements) {
    if (!field.name || /hidden|file/.test(field.type)) continue;
    const values = told.getAll(field.name);
    if (field.type === "radio" || field.type === "checkbox") field.checked = values.includes(field.value);
    else if (values.length) field.value = values[0];
    if ((field.checked || field.type === "text") && field.value && field.value !== field.defaultValue) field.closest("details:not(.aid)")?.setAttribute("open", "");
  }
}

// A form whose content outlives a reload of its page; what was sent, the answer has.
export function outlive(form) {
  const key = `half:${location.href} ${form.action}`, put = (text) => { try { sessionStorage.setItem(key, text); } catch { /* nothing is stored here */ } };
  form.addEventListener("input", () => put(typed(form)));
  form.addEventListener("submit", () => put(""));
  try { if (sessionStorage.getItem(key) && !form.querySelector("[role=alert]")) fill(form, sessionStorage.getItem(key)); } catch { /* nor read */ }
}

// What a form tells before anybody filled it; one that came filled says with what it began.
export function pristine(form) {
  const filled = typed(form);
  if (!form.dataset.blank) return filled;
  assign(form, form.dataset.blank);
  const clean = typed(form);
  assign(form, filled);
  return clean;
}

// What is entered, in short, as its buttons and numbers say it, those of folded questions too.
export function brief(form) {
  const buttons = "label.button input:checked:not([checked]) + span", numbers = "input[data-keypad]:not(.aid *)";
  const folded = (each) => each.closest(".later") && !each.closest("details:not([open])") && !getComputedStyle(each).getPropertyValue("--apart");
  const shown = [...form.querySelectorAll(`${buttons}, ${numbers}`)].filter((each) => folded(each) || (each.checkVisibility?.() ?? true));
  const whose = (each) => (each.value && each.closest(".amounts .cell")?.querySelector("bdi").textContent) || "";
  return [form.dataset.cell, ...shown.map((each) => `${whose(each)} ${each.value ?? each.innerText}`.trim())].filter(Boolean).join(" · ");
}

const START = "draft:";
const DAYS = 3 * 86400000;

// What is half typed for a line of a sheet, with an empty text once it was emptied; nothing where nobody typed, or for another line.
export function kept(sheet, rang) {
  try {
    const draft = JSON.parse(localStorage.getItem(START + sheet));
    return draft?.rang === rang ? draft : null;
  } catch { return null; }
}
function put(sheet, draft) {
  try { localStorage.setItem(START + sheet, JSON.stringify(draft)); } catch { /* nothing is stored here */ }
}
export function keep(sheet, form) {
  const text = new URLSearchParams(new FormData(form));
  text.delete("csrf_token");
  put(sheet, { rang: form.elements.rang.value, text: text.toString(), at: Date.now() });
}
// Nothing is wanted of it any more, and others may have it.
export function bury(sheet, rang) {
  put(sheet, { rang, text: "", at: Date.now() });
}
// The server keeps it as that version, or refused it.
export function answered(sheet, draft, version) {
  const now = kept(sheet, draft.rang);
  if (now?.text === draft.text && now.at === draft.at) put(sheet, { ...now, ...version ? { sent: true, seen: version } : { refused: true } });
}
// What is half typed is for the line after one that was written aside.
export function moveOn(sheet, rang) {
  const draft = kept(sheet, String(rang));
  if (draft) put(sheet, { ...draft, rang: String(rang + 1) });
}
export function forget(sheet) {
  try { localStorage.removeItem(START + sheet); } catch { /* nothing is stored here */ }
}
try {
  for (const key of Object.keys(localStorage)) if (key.startsWith(START) && Date.now() - JSON.parse(localStorage.getItem(key)).at > DAYS) localStorage.removeItem(key);
} catch { /* nothing is stored here */ }
