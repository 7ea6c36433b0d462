// The card table: keypad, live sentence, and sending without leaving the page. No rule of any game is here.
import "./badge.js"; // at once: later there may be no network to fetch it
import { cells } from "./cells.js";
import { chips } from "./chips.js";
import { follow, older, saw } from "./follow.js";
import "./install.js";
import { keypad } from "./keypad.js";
import { outbox, renew } from "./outbox.js";
import { preview } from "./preview.js";
import { parse, sheetOf } from "./queue.js";
import { tell } from "./away.js";
import { stayAwake } from "./awake.js";
import { refused } from "./refused.js";
import { steps } from "./steps.js";
import { nextField, undoBar } from "./undo.js";

const PATIENCE = 8000;
const SELDOM = [["details[data-asks]", "companion"], ["select[data-turn]", "cards"], ["[data-worth]", "aid"]]; // what few forms have

function start() {
  const form = document.querySelector("form.entry:not(.secret)");
  settle(); undoBar();
  if (form?.dataset.preview) {
    form.classList.add("ready");
    steppers(form);
    deselectable(form);
    chips(form);
    cells(form);
    keypad(form);
    steps(form);
    for (const [part, name] of SELDOM) if (form.querySelector(part)) import(`./${name}.js`).then((module) => module[name](form), () => {});
    preview(form);
  }
  outbox(form, swap);
  refused(form, nextField);
  if (document.activeElement === document.body) (form?.querySelector("[name=sure]") ?? document.querySelector("#saisie"))?.focus({ preventScroll: true });
}

// The newest line, or the one that was picked, in view, whatever room the panel leaves.
function settle() {
  const lines = document.querySelector(".lines"), edge = (each, side) => each.getBoundingClientRect()[side];
  const newest = () => lines.querySelector("tr:has(:checked)") ?? lines.querySelector(".selected, .newest") ?? lines;
  if (!lines) return;
  const resized = new ResizeObserver(() => {
    lines.scrollTop += edge(newest(), "bottom") - edge(lines, "bottom");
    const head = edge(lines.querySelector("th"), "bottom"), top = [...lines.querySelector("tbody").rows].find((row) => edge(row, "bottom") > head + 1);
    const cut = top && top !== newest() && edge(top, "top") < head - 1 ? edge(top, "bottom") - head : 0; // no row is cut by the heads
    lines.style.setProperty("--rest", `${cut}px`);
    lines.scrollTop += cut;
  });
  for (const each of [lines, newest()]) resized.observe(each);
}

// Put the page that the server answered in the place of this one, or some of its parts, without a blank moment in between.
function swap(html, url = null, parts = null) {
  const page = new DOMParser().parseFromString(html, "text/html");
  if ((url || !parts) && page.body.className !== document.body.className) {
    if (url) location.assign(url.split("#")[0]); else location.reload(); // with its anchor, the same page would stay
    return;
  }
  saw(page);
  for (const part of parts ?? ["main", "header.bar", ".alone", ".notice"]) {
    const fresh = page.querySelector(part);
    if (fresh) document.querySelector(part)?.replaceWith(fresh);
  }
  if (parts) { settle(); undoBar(); return; }
  document.title = page.title;
  if (url) history.replaceState(null, "", url);
  start();
  if (url) nextField();
}

// Fetch the sheet as it is now; whether that is done. A page that may not be seen any more stays as it is.
async function look() {
  const answer = await fetch(location.href, { signal: AbortSignal.timeout?.(PATIENCE) });
  const html = await answer.text(), page = parse(html);
  if (answer.ok && sheetOf(page) === sheetOf(document) && !older(page)) renew({ offline: answer.headers.get("X-Offline"), url: answer.redirected ? answer.url : null, html, page });
  return answer.status < 500;
}

// What a part of the sheet leads to by a tap, beside the menu.
const TAPPED = {
  ".resting .totals": ".rest-back", "body:not(.resting) .totals b": ".menu .lay-down", "body:not(.resting) .totals .who": ".menu .people",
  ".entry-head bdi": ".entry .rest:not([open])>summary",
};
document.addEventListener("click", ({ target }) => {
  for (const [part, way] of Object.entries(TAPPED)) if (target.closest(part)) document.querySelector(way)?.click();
});

// A number field with − and + beside it.
function steppers(form) {
  for (const box of form.querySelectorAll(".stepper")) {
    const input = box.querySelector("input");
    const row = document.createElement("div");
    row.className = "step-row";
    input.replaceWith(row);
    const step = (text, by) => {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "nudge", textContent: text, ariaLabel: `${box.querySelector("label").textContent} ${text}1` });
      button.addEventListener("click", () => {
        const least = Number(box.dataset.least), most = Number(box.dataset.most);
        input.value = Math.max(least, Math.min(most, (Number(input.value) || 0) + by));
        input.dispatchEvent(new Event("input", { bubbles: true }));
      });
      return button;
    };
    row.append(step("−", -1), input, step("+", 1));
  }
}

// A choice that may be left open can be taken back by tapping it again.
function deselectable(form) {
  for (const radio of form.querySelectorAll("input[type=radio][data-optional]")) {
    let was = radio.checked;
    radio.closest("label").addEventListener("pointerdown", () => { was = radio.checked; });
    radio.addEventListener("click", () => {
      if (was) { radio.checked = false; was = false; radio.dispatchEvent(new Event("input", { bubbles: true })); }
    });
  }
}

start();
if (document.querySelector("[data-adjust]")) import("./aside.js").then(({ aside }) => aside(start), () => {});
follow(look, tell);
stayAwake();
