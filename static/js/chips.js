// Buttons of an entry that spare taps: what fills several fields at once, and chips that show that something below them is filled.
import { touched } from "./draft.js";

export function chips(form) {
  for (const button of form.querySelectorAll("[data-fill]")) {
    button.hidden = false;
    button.addEventListener("click", () => fill(form, JSON.parse(button.dataset.fill)));
  }
  for (const group of form.querySelectorAll("fieldset:has(> .counter)")) counters(form, group);
  // What is opened begins at its head.
  form.addEventListener("toggle", () => { form.querySelector(".middle").scrollTop = 0; }, true);
  const folded = [...form.querySelectorAll(".more:not(.used)")];
  form.addEventListener("input", () => { for (const more of folded) more.classList.toggle("used", touched(more)); });
}

function fill(form, values) {
  const fields = Object.entries(values).map(([name, value]) => [...form.elements[name]].find((field) => field.value === value));
  for (const field of fields) field.checked = true;
  for (const type of ["input", "change"]) fields[0].dispatchEvent(new Event(type, { bubbles: true }));
}

// Each tap on a chip counts one more; one button takes back what was counted last.
function counters(form, group) {
  const back = group.querySelector("[data-back]"), taps = [];
  const all = [...group.querySelectorAll(":scope>.counter")].map((box) => {
    const input = box.querySelector("input"), chip = Object.assign(document.createElement("button"), { type: "button" }), times = document.createElement("b");
    chip.append(box.querySelector("label").textContent, times);
    chip.addEventListener("click", () => count(input, 1));
    box.querySelector("label").replaceWith(chip);
    input.hidden = true;
    return { input, chip, times, most: Number(box.dataset.most) };
  });
  const number = (input) => Number(input.value) || 0;
  function count(input, by) {
    const { most } = all.find((each) => each.input === input);
    input.value = Math.max(0, Math.min(most, number(input) + by));
    if (by > 0) taps.push(input);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  function show() {
    for (const { input, chip, times } of all) {
      chip.classList.toggle("on", number(input) > 0);
      times.textContent = "figures" in group.dataset ? number(input) : number(input) > 1 ? `×${number(input)}` : "";
    }
    back.disabled = !all.some(({ input }) => number(input));
  }
  back.hidden = false;
  back.addEventListener("click", () => {
    let last = taps.pop();
    while (last && !number(last)) last = taps.pop();
    last ??= all.findLast(({ input }) => number(input)).input;
    count(last, -1);
  });
  form.addEventListener("input", show);
  show();
}
