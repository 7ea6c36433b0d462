// Buttons of an entry that spare taps: what fills several fields at once, and chips that show that something below them is filled.
import { touched } from "./draft.js";

export function chips(form) {
  for (const button of form.querySelectorAll("[data-fill]")) {
    button.hidden = false;
    button.addEventListener("click", () => fill(form, JSON.parse(button.dataset.fill)));
  }
  const folded = [...form.querySelectorAll(".more:not(.used)")];
  form.addEventListener("input", () => { for (const more of folded) more.classList.toggle("used", touched(more)); });
}

function fill(form, values) {
  const fields = Object.entries(values).map(([name, value]) => [...form.elements[name]].find((field) => field.value === value));
  for (const field of fields) field.checked = true;
  for (const type of ["input", "change"]) fields[0].dispatchEvent(new Event(type, { bubbles: true }));
}
