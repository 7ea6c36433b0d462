// A sheet that nobody touches lies down by itself, where this device was told so.
const KEY = "rest";
const MINUTE = 60000;
let timer = null;

function kept() {
  try { return JSON.parse(localStorage.getItem(KEY)) ?? {}; } catch { return {}; }
}

export const after = () => kept().after ?? "";
export function choose(minutes, turned = kept().turned ?? false) {
  try { localStorage.setItem(KEY, JSON.stringify({ after: minutes, turned })); } catch { /* nothing is stored here */ }
}

// Called once on the sheet; what is half typed is kept as always.
export function lieDown() {
  for (const act of ["pointerdown", "keydown", "input", "pageshow", "visibilitychange"]) addEventListener(act, wait, { passive: true });
  wait();
}

function wait() {
  clearTimeout(timer);
  const minutes = Number(after());
  if (minutes) timer = setTimeout(lie, minutes * MINUTE);
}

function lie() {
  const page = document.querySelector("[data-rest]");
  const busy = !document.querySelector("form.entry[data-outbox]") || document.querySelector(".outbox:not([hidden])");
  if (!page || busy || document.visibilityState !== "visible") { wait(); return; }
  location.assign(page.dataset.rest + (kept().turned ? "?tourne=1" : ""));
}
