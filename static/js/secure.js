// The secure address: whether this device trusts the house, and the way over once nothing waits any more.
import "./badge.js";
import "./install.js";
import { deliver, waiting } from "./queue.js";

const box = document.querySelector("[data-probe]");
const mine = document.querySelector(".guide")?.closest("section").querySelector("details[open]");
// An iPad says that it is a Macintosh; no Macintosh is touched with several fingers.
if (mine?.id === "macos" && navigator.maxTouchPoints > 1) [mine.open, document.getElementById("ipad").open] = [false, true];
const status = box?.querySelector("[role=status]");

async function probe() {
  let trusts = false;
  try {
    trusts = (await fetch(box.dataset.probe, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout?.(5000) })).ok;
  } catch { /* it does not, or nobody answers */ }
  box.classList.toggle("trusts", trusts);
  box.querySelector("form").hidden = !trusts;
  for (const step of document.querySelectorAll("[data-untrusted]")) step.hidden = trusts;
  const text = trusts ? status.dataset.yes : status.dataset.no;
  if (!box.dataset.left && status.textContent !== text) status.textContent = text;
  if (!trusts) setTimeout(probe, 4000);
}

// Lines that wait belong to this address: they go first, and while one cannot, nobody leaves.
async function leave(event) {
  if (!waiting().length) return;
  event.preventDefault();
  for (const sheet of new Set(waiting().map((item) => item.sheet))) await deliver(sheet);
  const left = waiting().length;
  if (!left) event.target.submit();
  box.dataset.left = left;
  status.textContent = status.dataset.left.replace("#", left);
}

if (box) {
  box.querySelector("form").addEventListener("submit", leave);
  probe();
}
