// The bar that takes back what was just written: it stays for a while, and a second tap at its place reaches nothing else.
const SHIELD = 1000; // how long its place catches taps after it has gone
const until = new Map(); // by revision of a sheet, until when its bar is shown: a page may be put back as it was
let timer = null;
let told = "";
let spoken = null;

// Called for every page that is shown, or a part of one.
export function undoBar() {
  clearTimeout(timer);
  const bar = document.querySelector(".undo[data-revision]");
  if (!bar) return;
  const { revision, left } = bar.dataset, key = `${bar.querySelector("form").action} ${revision}`;
  if (!until.has(key)) until.set(key, Date.now() + Number(left));
  bar.classList.toggle("past", until.get(key) <= Date.now());
  if (bar.matches(".past")) return;
  say(key, bar.querySelector("p").textContent);
  timer = setTimeout(() => leave(bar), until.get(key) - Date.now());
  bar.addEventListener("focusout", () => { if (until.get(key) <= Date.now()) leave(bar); });
  // The next line is under way.
  document.addEventListener("submit", ({ target }) => { if (!bar.contains(target) && !("plain" in target.dataset)) { until.set(key, 0); leave(bar, 0); } }, { once: true });
}

function leave(bar, shield = SHIELD) {
  clearTimeout(timer);
  if (bar.contains(document.activeElement) && bar.querySelector(":focus-visible")) return; // about to be used
  bar.classList.add("gone");
  bar.inert = true;
  timer = setTimeout(() => bar.classList.add("past"), shield);
}

// What was written is said once, by a part of the page that stays.
function say(key, text) {
  if (key === told) return;
  told = key;
  if (!spoken) {
    spoken = Object.assign(document.createElement("div"), { className: "sr", role: "status" });
    document.body.append(spoken);
  }
  setTimeout(() => { spoken.textContent = text; }, 100);
}

// On to the first field of a part of the line, else of the line itself (in a grid its cell), else to what there is to read. One that would bring up the tablet's own keyboard is left alone.
export function nextField(part) {
  const touch = matchMedia("(pointer: coarse)").matches;
  const fields = [part, document.querySelector(".grid:has(.cell input), form.entry:not(.secret) .fields")].flatMap((each) => [...each?.querySelectorAll("input, select, button") ?? []]);
  const field = fields.find((each) => each.type !== "hidden" && !each.disabled && (each.checkVisibility?.() ?? true));
  if (!field) { document.querySelector(".panel")?.focus({ preventScroll: true }); return; }
  const keys = touch && field.type === "text" && field.inputMode !== "none";
  (keys ? field.closest("form").querySelector("button[type=submit]") : field).focus({ preventScroll: true });
}
