// What the rules publish as tables is said before a line is written down, beside its field and in the server's own sentence.
// What stands in no table is not known here. Nothing in this file is a rule.
const files = new Map();

export async function known(form) {
  const url = form.dataset.known;
  if (!url || files.has(url)) return;
  try {
    const answer = await fetch(url);
    if (answer.ok) files.set(url, await answer.json());
  } catch { /* not known, then */ }
}

function chosen(form, name) {
  const field = form.elements[name];
  return !field || field.type === "checkbox" && !field.checked ? "" : field.value.trim();
}

// A number as the form takes it, in parts of the unit; nothing for any other text.
function count(text, unit) {
  const typed = /^(\d{1,6})(?:[.,](0|5)|(½))?$/.exec(text);
  if (!typed) return null;
  const half = typed[3] || typed[2] === "5";
  return half && unit !== 2 ? null : Number(typed[1]) * unit + (half ? 1 : 0);
}

function refusals(form) {
  const told = files.get(form.dataset.known);
  return (told?.tables ?? []).flatMap(({ field, numbers, by, unit, wide, cases, runs }) => {
    const rows = runs[cases[by.map((name) => chosen(form, name)).join("|")]];
    const typed = numbers.map((name) => count(chosen(form, name), unit));
    if (!rows || typed.some((number) => number === null || number >= wide)) return [];
    const place = typed.reduce((sum, number) => sum * wide + number, 0);
    const row = rows.find(([from, to]) => from <= place && place <= to);
    return row ? [{ field, said: told.said[row[2]] }] : [];
  });
}

function clear(form) {
  for (const sentence of form.querySelectorAll("[data-known-said]")) {
    const input = form.elements[sentence.parentElement.dataset.errors];
    sentence.remove();
    input.removeAttribute?.("aria-invalid");
  }
}

function show(form, { field, said }) {
  const place = form.querySelector(`[data-errors="${field}"]`), sentence = Object.assign(document.createElement("p"), { textContent: said });
  sentence.dataset.knownSaid = "";
  place.replaceChildren(sentence); // it replaces what was said of other figures
  place.setAttribute("role", "alert");
  form.elements[field].setAttribute?.("aria-invalid", "true");
  for (const more of form.querySelectorAll(".more[open]")) more.open = more.contains(place); // what lies over it
  place.closest(".field").scrollIntoView({ block: "nearest" });
}

// Before anybody else hears of it.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.known) return;
  clear(form);
  const found = refusals(form);
  if (!found.length) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  for (const refusal of found) show(form, refusal);
}, true);
document.addEventListener("input", (event) => {
  if (event.target.form?.dataset.known) clear(event.target.form);
});
