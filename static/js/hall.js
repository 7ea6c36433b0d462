// The projector: turns the pages by itself, fetches the latest state, and keeps showing the last one when nobody answers.
import { stayAwake } from "./awake.js";
import "./clock.js";
import { follow, saw } from "./follow.js";

const PATIENCE = 5000;
let place = 0;
let mark = "";
let known = new Date();

const room = () => document.querySelector("[data-hall]");
const pages = () => [...document.querySelectorAll("[data-page]")];

function show() {
  const all = pages();
  place = (place + all.length) % all.length;
  all.forEach((page, at) => { page.hidden = at !== place; });
  room().querySelector("[data-count]").textContent = `${place + 1} / ${all.length}`;
}

function told(lost) {
  if (!lost) known = new Date();
  const line = room().querySelector("[data-lost]");
  line.classList.toggle("lost", lost);
  line.textContent = lost ? line.dataset.text.replace("#", known.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" })) : "";
}

async function look() {
  const answer = await fetch(location.href, { headers: mark ? { "If-None-Match": mark } : {}, signal: AbortSignal.timeout?.(PATIENCE) });
  if (answer.status === 304) return true;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = answer.ok && page.querySelector("[data-hall]");
  if (!fresh) return false;
  mark = answer.headers.get("ETag") ?? "";
  if (fresh.dataset.show !== room().dataset.show) place = 0; // the next prize
  room().replaceWith(fresh);
  show();
  saw(page);
  return true;
}

const turn = (by) => { place += by; show(); };
let timer;
// How long a page stands depends on how many there are now.
function wait() {
  clearTimeout(timer);
  timer = setTimeout(() => { turn(1); wait(); }, Number(room().dataset.seconds) * 1000);
}
wait();
addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
  if (!by) return;
  turn(by);
  wait();
});
place = Math.max(0, pages().findIndex((page) => !page.hidden));
show();
follow(look, (there) => told(!there));
stayAwake();
