// Where the fields of an entry have no room beside each other they come one after the other: a row of buttons says what was
// chosen, leads back, and the next field that lacks something opens by itself. No rule of any game is here.
import { full } from "./keypad.js";

const NARROW = matchMedia("(max-width: 699px) and (orientation: portrait), (max-height: 599px)");

const groups = (step) => [...step.querySelectorAll("fieldset.field:not(.rare, .folded *)"), ...(step.matches("fieldset.field") ? [step] : [])];
const numbers = (step) => [...step.querySelectorAll("input[data-keypad]:not(.folded *), select[data-turn]")];
const written = (field) => (field.value && field.selectedOptions?.[0].text) || field.value;
// What belongs to another way of entering says so in the style sheets.
const apart = (step) => getComputedStyle(step).getPropertyValue("--apart") !== "";
const name = (step) => step.dataset.step ?? (step.querySelector("legend, label:not(.button), .camp-points-note")?.textContent ?? "").trim();

function done(step) {
  return groups(step).every((group) => !group.querySelector("[type=radio]") || group.querySelector(":checked"))
    && numbers(step).every((field) => field.value !== "" || "skip" in field.dataset);
}

function value(step) {
  const chosen = [...step.querySelectorAll(":checked:not(.side *) + span, .counter .on")].map((text) => text.firstChild.textContent.trim());
  return [...chosen, ...numbers(step).map(written).filter(Boolean)].join(" · ");
}

export function steps(form) {
  const fields = form.querySelector(".fields");
  const all = [...fields.children].filter((each) => each.matches(".field, .step, .beside, .camp-points") && !each.matches(".aside"));
  if (all.length < 2) return;
  const row = document.createElement("div");
  row.className = "steps";
  row.setAttribute("role", "group");
  row.setAttribute("aria-label", form.dataset.steps);
  const buttons = all.map((step) => {
    const button = document.createElement("button");
    button.type = "button";
    button.addEventListener("click", () => open(step));
    row.append(button);
    return button;
  });
  fields.before(row);
  let now = all.find((step) => step.querySelector("[role=alert]")) ?? all.find((step) => !done(step) && !apart(step) && !step.matches(".reasons")) ?? all[0];
  const shown = (step) => step === now || getComputedStyle(step).display !== "none" || step.classList.contains("later");

  function open(step) {
    now = apart(step) ? all.find((each) => !apart(each) && !done(each)) ?? all[0] : step;
    all.forEach((each, place) => {
      each.classList.toggle("later", each !== now);
      buttons[place].setAttribute("aria-current", each === now ? "step" : "false");
      buttons[place].textContent = value(each) || name(each);
      buttons[place].classList.toggle("refused", each.querySelector(".errors[role=alert]") !== null);
      buttons[place].hidden = apart(each) || each !== now && numbers(each).length > 0 && numbers(each).every((field) => "skip" in field.dataset);
    });
    row.scrollLeft = buttons[all.indexOf(now)].offsetLeft - row.offsetLeft - 60;
    form.dispatchEvent(new Event("step"));
  }
  // What was chosen is left for what lacks something; the last field stays.
  function onwards() {
    open(done(now) ? all.slice(all.indexOf(now) + 1).find((step) => shown(step) && !done(step) && !apart(step)) ?? now : now);
  }
  form.addEventListener("change", (event) => { if (now.contains(event.target) && event.target.type === "radio") onwards(); });
  form.addEventListener("input", (event) => {
    const field = event.target;
    const filled = field.dataset.keypad && !("half" in field.dataset) && full(field) || ("turn" in field.dataset && field.value);
    if (now.contains(field) && filled) onwards(); else open(now);
  });
  form.addEventListener("filled", onwards);
  const fit = () => { form.classList.toggle("stepwise", NARROW.matches); open(now); };
  NARROW.addEventListener("change", fit);
  fit();
}
