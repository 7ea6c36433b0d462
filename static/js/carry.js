// The server of this page is gone and goes on at another address: the lines that wait here open a page there, which sends them.
// Storage belongs to an address, so they travel in the fragment, with a pass that this address gave while it answered.
import "./away.js";
import { carried } from "./kept.js";
import { renew } from "./pass.js";
import { waiting } from "./queue.js";

const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("draft:"));

function pack() {
  const told = { pass: null, lines: waiting(), kept: carried(), drafts: {}, page: location.pathname };
  try {
    told.pass = localStorage.getItem("pass");
    for (const key of drafts()) told.drafts[key.slice(6)] = JSON.parse(localStorage.getItem(key));
  } catch { /* nothing is stored here */ }
  const bytes = new TextEncoder().encode(JSON.stringify(told));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The address as it was meant: 10.0.0.9 is enough, and 10.0.0.9:8000 as the laptop shows it also from a page over https.
function meant(text, { http, https }) {
  const told = text.trim(), scheme = /^(https?):\/\//i.exec(told)?.[1];
  try {
    const url = new URL(scheme ? told : `http://${told}`);
    if (!url.hostname) return null;
    if (scheme) return url.origin;
    const port = url.port || (/:80$/.test(told) ? "80" : ""), here = location.protocol === "https:";
    const secure = https !== "0" && (port === https || (here && (!port || port === http)));
    return new URL(`${secure ? "https" : "http"}://${url.hostname}:${secure ? https : port || http}`).origin;
  } catch { return null; }
}

// The addresses that were known while the server answered, a tap each.
document.addEventListener("toggle", ({ target }) => {
  if (!target.matches(".carry") || target.dataset.offered) return;
  target.dataset.offered = "yes";
  target.querySelector("label").before(...target.dataset.ways.split(" ").filter(Boolean).map((url) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: target.dataset.to.replace("#", new URL(url).host) });
    button.dataset.carry = url;
    return button;
  }));
}, true);

// In a window of its own: an address that leads nowhere must not cost this page, which may be the last to have the lines.
function carry(button) {
  const box = document.querySelector(".alone .carry"), status = document.querySelector(".alone [role=status]");
  const origin = meant(button.dataset.carry || box.querySelector("[data-address]").value, box.dataset);
  status.className = "carried";
  status.textContent = !origin ? box.dataset.unread : origin === location.origin ? box.dataset.same : box.dataset.there;
  if (origin && origin !== location.origin) open(`${origin}/porter#${pack()}`, "_blank", "noopener");
}
document.addEventListener("click", (event) => {
  if (event.target.matches("[data-carry]")) carry(event.target);
});

renew();
