// One keypad for all number fields of the form: it writes into the field that was touched last, the first one at the start.
const KEYS = ["1", "2", "3", "⌫", "4", "5", "6", "½", "7", "8", "9", "0"];

const digits = (field) => field.value.replace(/[½−-]/g, "").length;
// Whether no digit more can follow: there are as many as there can be, or ten times the number is above the highest one.
export const full = (field) => digits(field) >= Number(field.dataset.keypad) || Number(field.value) * 10 > Number(field.dataset.highest ?? Infinity);
const inView = (field) => field.checkVisibility?.() ?? field.offsetParent !== null; // not folded away

export function keypad(form) {
  const fields = [...form.querySelectorAll("input[data-keypad]")];
  if (!fields.length) return;
  const half = fields.some((field) => "half" in field.dataset);
  const whole = fields.find((field) => "whole" in field.dataset)?.dataset.whole; // a number with a key of its own
  const signed = fields.find((field) => "signed" in field.dataset);
  const touch = matchMedia("(pointer: coarse)").matches;
  const wanting = (field) => field.value === "" && !("skip" in field.dataset);
  let active = fields.find(wanting) ?? fields[0];
  let chosen = true; // nothing typed since: the first digit takes the place of what was there
  let wanted = null; // touched by itself: beside what is rare the keys stand only then
  let moved = false; // on by itself, so that the key that goes on need not
  const pick = (field) => {
    if (field !== active) active.dispatchEvent(new Event("change", { bubbles: true })); // the keys never give it the focus
    const row = field.closest(".cells");
    if (row) row.scrollLeft = field.parentElement.offsetLeft - row.offsetLeft - field.offsetWidth; // in view, where not all are
    active = field;
    [chosen, moved] = [true, false];
    if (fields.includes(document.activeElement)) field.focus({ preventScroll: true }); // where it is found again when the page is shown anew
    for (const each of fields) each.closest(".field").classList.toggle("active", each === field);
  };
  for (const field of fields) {
    for (const act of ["focus", "click"]) field.addEventListener(act, () => { wanted = field; pick(field); if (pad.hidden) needed(); });
    field.addEventListener("input", () => { chosen = false; });
    if (touch) field.inputMode = "none"; // our own keypad is on screen already
  }
  const pad = Object.assign(document.createElement("div"), { className: "keypad", role: "group", ariaLabel: form.dataset.keys });
  for (const key of signed ? [...KEYS, "±"] : KEYS) {
    // With a keyboard, the field itself is typed into.
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: key, tabIndex: -1 });
    if (key === "⌫") button.setAttribute("aria-label", form.dataset.erase);
    if (key === "±") { button.className = "wide"; button.setAttribute("aria-label", signed.dataset.signed); }
    if (key === "½" && whole) button.textContent = whole;
    else if (key === "½" && !half) {
      if (fields.length < 2) button.className = "unused";
      else { button.textContent = form.dataset.next; button.className = "word"; }
    }
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", () => press(key === "½" ? whole ?? key : key));
    pad.append(button);
  }
  // The next field that is in view, not folded away; among cells the next that is wanting.
  const following = () => {
    const shown = fields.filter((field) => field === active || inView(field));
    const after = [...shown.slice(shown.indexOf(active) + 1), ...shown];
    return active.closest("[data-cells]") ? after.find(wanting) ?? active : after[0];
  };
  const erase = () => {
    const before = fields.slice(0, fields.indexOf(active)).findLast((field) => field.offsetParent && field.value !== "" && !field.matches(".reckoned"));
    if (active.value === "" && active.closest("[data-cells]") && before) pick(before); // the keys have moved on already
    active.value = active.value === whole ? "" : active.value.slice(0, -1);
  };
  function press(key) {
    if (key === "½" && !half) {
      if (moved && !active.value) return void (moved = false);
      if (following() === active) form.dispatchEvent(new Event("filled")); // nothing else is wanted of what is in view
      pick(following());
      return;
    }
    if (key === "±") {
      if ("signed" in active.dataset) active.value = /^[−-]/.test(active.value) ? active.value.slice(1) : "−" + active.value;
    } else if (key === "⌫") erase();
    else if (key === "½") { if (active.value && !active.value.endsWith("½")) active.value += "½"; }
    else if (key === whole) active.value = key;
    else if (!chosen && !full(active)) active.value = active.value.replace("½", "") + key;
    else active.value = key; // just chosen, or full: a new number begins
    active.scrollIntoView({ block: "nearest" });
    active.dispatchEvent(new Event("input", { bubbles: true }));
    if (full(active) && /[0-9]/.test(key) && !following().value) { pick(following()); moved = true; }
  }
  // Digits typed on a button go where the keys on screen write.
  form.addEventListener("keydown", ({ key, target, ctrlKey, altKey, metaKey }) => {
    if (/^[0-9]$/.test(key) && !(ctrlKey || altKey || metaKey) && !pad.hidden && target.matches("button, [type=radio], [type=checkbox]")) press(key);
  });
  const middle = form.querySelector(".middle");
  middle.after(pad);
  form.classList.add("with-keys");
  pick(active);
  const needed = () => {
    const shown = fields.filter((field) => inView(field) && (field === wanted || !field.closest(".rest:not(:has(.aid[open]))")));
    pad.hidden = !shown.length;
    pad.querySelector(".word")?.classList.toggle("unused", shown.length < 2);
    if (shown.length && (!shown.includes(active) || "skip" in active.dataset)) pick(shown.find(wanting) ?? shown[0]);
  };
  for (const act of ["input", "step"]) form.addEventListener(act, needed);
  form.addEventListener("toggle", needed, true); // something with a number in it was opened or closed
  new ResizeObserver(needed).observe(form.querySelector(".fields") ?? middle);
  needed();
}
