// The server of this page is gone and goes on at another address: the lines that wait here open a page there, which sends them.
// Storage belongs to an address, so they travel in the fragment, with a pass that this address gave while it answered.
import { carried } from "./kept.js";
import { waiting } from "./queue.js";

const PASS = "pass";
const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("draft:"));

function pack() {
  const told = { pass: null, lines: waiting(), kept: carried(), drafts: {} };
  try {
    told.pass = localStorage.getItem(PASS);
    for (const key of drafts()) told.drafts[key.slice(6)] = JSON.parse(localStorage.getItem(key));
  } catch { /* nothing is stored here */ }
  const bytes = new TextEncoder().encode(JSON.stringify(told));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The address as it was meant: 10.0.0.9 is enough where the port is the same.
function meant(text) {
  const told = text.trim(), whole = /^https?:\/\//i.test(told);
  try {
    const url = new URL(whole ? told : `${location.protocol}//${told}`);
    if (!whole && !url.port) url.port = location.port;
    return url.hostname ? url.origin : null;
  } catch { return null; }
}

// The addresses that were known while the server answered, a tap each.
export function offer(box) {
  if (box.dataset.offered) return;
  box.dataset.offered = "yes";
  const ways = box.dataset.ways.split(" ").filter(Boolean);
  box.querySelector("label").before(...ways.map((url) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.carry = url;
    button.textContent = box.dataset.to.replace("#", new URL(url).host);
    return button;
  }));
}

// In a window of its own: an address that leads nowhere must not cost this page, which may be the last to have the lines.
function carry(button) {
  const box = button.closest(".carry"), status = box.querySelector("[role=status]");
  const origin = meant(button.dataset.carry || box.querySelector("[data-address]").value);
  status.textContent = !origin ? box.dataset.unread : origin === location.origin ? box.dataset.same : box.dataset.there;
  if (origin && origin !== location.origin) open(`${origin}/porter#${pack()}`, "_blank", "noopener");
}
document.addEventListener("click", (event) => {
  if (event.target.matches("[data-carry]")) carry(event.target);
});

async function renew() {
  try {
    const answer = await fetch("/porter/passe");
    if (answer.ok && answer.headers.get("Content-Type")?.startsWith("text/plain")) localStorage.setItem(PASS, await answer.text());
  } catch { /* nobody answers, or nothing is stored here */ }
}
renew();
