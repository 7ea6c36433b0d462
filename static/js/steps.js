// One question at a time: the next one that lacks something is asked by itself, and what was answered is folded to a chip that opens
// it again. No rule of any game is here.
import { full } from "./keypad.js";
import { nextField } from "./undo.js";

const groups = (step) => [...step.querySelectorAll("fieldset.field:not(.rare, .folded *)"), ...(step.matches("fieldset.field") ? [step] : [])];
const radios = (step) => groups(step).filter((group) => group.querySelector("[type=radio]"));
const numbers = (step) => [...step.querySelectorAll("input[data-keypad]:not(.folded *), select[data-turn]")];
const written = (field) => (field.value && field.selectedOptions?.[0].text) || field.value;
// What belongs to another way of entering says so in the style sheets.
const apart = (step) => getComputedStyle(step).getPropertyValue("--apart") !== "";
// A tick has no name but its own button.
const heading = (step) => step.querySelector("legend, label:not(.button)") ?? step.querySelector("label");
const name = (step) => step.dataset.step ?? (heading(step)?.textContent ?? "").trim();
// A number alone says nothing: what it is a number of stands in its name.
const said = (text) => (/^\d+$/.test(text.innerText) && text.previousElementSibling?.ariaLabel) || [...text.childNodes].map((part) => part.textContent.trim()).find(Boolean);
const answered = (group) => group.closest("form").querySelector(`[name="${group.querySelector("[type=radio]").name}"]:checked`);

const done = (step) => radios(step).every(answered) && numbers(step).every((field) => field.value !== "" || "skip" in field.dataset);

function value(step) {
  const chosen = [...step.querySelectorAll(":checked:not(.side *, .more *) + span, .counter .on:not(.more *)")].map(said);
  return [...chosen, ...numbers(step).map(written).filter(Boolean)].join(" · ");
}

export function steps(form) {
  const fields = form.querySelector(".fields");
  const all = [...fields.children].filter((each) => each.matches(".field:not(.aside), .step, .beside"));
  if (all.length < 2) return;
  const row = Object.assign(document.createElement("div"), { className: "steps", role: "group", ariaLabel: form.dataset.steps });
  const buttons = all.map((step, place) => {
    const button = row.appendChild(Object.assign(document.createElement("button"), { type: "button" }));
    step.dataset.place = button.dataset.place = place;
    button.addEventListener("click", () => { open(step); nextField(step); });
    return button;
  });
  form.querySelector(".middle").before(row);
  const asked = () => all.find((step) => step.querySelector("[role=alert]")) ?? all.find((step) => !done(step) && !apart(step) && !step.matches(".reasons")) ?? all.findLast((step) => !apart(step) && !step.matches(".reasons")) ?? all[0];
  let now = asked();
  let arrow = false; // keys that go through the answers of a question choose each on their way

  function open(step) {
    now = apart(step) ? asked() : step;
    const must = radios(now).some((group) => !answered(group) && !group.querySelector("[data-optional]"));
    all.forEach((each, place) => {
      const text = value(each), button = buttons[place];
      each.classList.toggle("later", each !== now);
      if (each !== now) for (const more of each.querySelectorAll("details[open]")) more.open = false;
      button.textContent = text || name(each);
      button.classList.toggle("open", !text);
      button.classList.toggle("refused", each.querySelector(".errors[role=alert]") !== null);
      button.hidden = each === now || apart(each) || numbers(each).length && numbers(each).every((field) => "skip" in field.dataset) || !text && must && place > all.indexOf(now);
    });
    row.scrollLeft = now === all[0] ? 0 : row.scrollWidth;
    form.dispatchEvent(new Event("step"));
  }
  // What was chosen is left for what lacks something; the last question stays.
  function onwards() {
    const left = now, held = now.contains(document.activeElement);
    open(done(now) ? all.slice(all.indexOf(now) + 1).find((step) => !done(step) && !apart(step)) ?? now : now);
    if (held && now !== left) nextField(now);
  }
  form.addEventListener("keydown", (event) => {
    const left = now;
    if (arrow && event.key === "Tab" && !event.shiftKey && now.contains(event.target)) onwards();
    if (now !== left) event.preventDefault();
    arrow = event.key.startsWith("Arrow");
  });
  form.addEventListener("pointerdown", () => { arrow = false; });
  form.addEventListener("change", ({ target }) => { if (now.contains(target) && target.type === "radio" && !arrow) onwards(); });
  form.addEventListener("input", ({ target: field }) => {
    const filled = field.dataset.keypad && !("half" in field.dataset) && full(field) || ("turn" in field.dataset && field.value);
    if (now.contains(field) && filled) onwards(); else open(field === form ? asked() : now);
  });
  form.addEventListener("filled", onwards);
  open(now);
}
