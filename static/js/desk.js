// The desk: parts of a page that renew themselves, and names that are sent one after the other without leaving the page.
import { uuid } from "./uuid.js";

const POLL = 4000;
const waiting = [];
let mark = "";
let busy = false;
let ahead = ""; // what was typed into the next line while the one before it was refused

// Renew the parts marked data-live, unless somebody is writing in one of them.
async function poll() {
  const parts = [...document.querySelectorAll("[data-live]")];
  if (parts.length && document.visibilityState === "visible" && !busy) {
    try {
      const answer = await fetch(location.href, { headers: mark ? { "If-None-Match": mark } : {}, signal: AbortSignal.timeout(POLL) });
      if (answer.ok && answer.redirected && document.querySelector("[data-follow]")) location.assign(answer.url);
      else if (answer.ok && !answer.redirected) {
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        mark = answer.headers.get("ETag") ?? "";
        for (const part of parts) renew(part, page.getElementById(part.id));
      }
    } catch { /* no network: the page stays as it is, and the next round tries again */ }
  }
  setTimeout(poll, POLL);
}

function renew(part, fresh) {
  const here = document.activeElement;
  if (!fresh || (part.contains(here) && here.matches("input, select, textarea"))) return;
  const again = part.contains(here) && here.getAttribute("href");
  part.replaceWith(fresh);
  if (again) fresh.querySelector(`a[href="${CSS.escape(again)}"]`)?.focus();
}

// Whoever types names does not wait for the server: the form is empty at once, and what was sent stands in a queue.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("swap" in form.dataset)) return;
  event.preventDefault();
  const item = { url: form.action, body: new URLSearchParams(new FormData(form)) };
  if (form.querySelector("[aria-invalid=true]")) waiting.unshift(item);
  else waiting.push(item);
  for (const field of fields(form)) field.value = "";
  form.elements.uuid.value = uuid();
  fields(form)[0].focus();
  send();
});

const fields = (form) => [...form.querySelectorAll("input:not([type=hidden])")];
const first = () => document.querySelector("form[data-swap] input:not([type=hidden])");

async function send() {
  if (busy) return;
  busy = true;
  while (waiting.length) {
    let answer, text;
    try {
      answer = await fetch(waiting[0].url, { method: "POST", body: waiting[0].body });
      text = await answer.text();
    } catch {
      tell();
      setTimeout(send, POLL);
      break;
    }
    waiting.shift();
    swap(text, answer.ok);
    if (!answer.ok) break; // the others wait until this one is put right
  }
  busy = false;
}

// Put the page that came back in the place of this one; letters typed meanwhile are taken along.
function swap(html, good) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const main = page.querySelector("main");
  const typed = first()?.value ?? "";
  document.querySelector("main").replaceWith(main);
  document.querySelector(".notice").replaceWith(page.querySelector(".notice"));
  if (!good) {
    ahead = typed || ahead;
    main.querySelector("[aria-invalid=true]")?.focus();
    return;
  }
  const field = first();
  field.value = typed || (waiting.length ? "" : ahead);
  if (field.value === ahead) ahead = "";
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

function tell() {
  const box = document.querySelector("form[data-swap] .errors");
  const line = document.createElement("p");
  line.setAttribute("role", "alert");
  line.textContent = document.querySelector("[data-network]").dataset.network.replace("#", waiting.length);
  box.replaceChildren(line);
}

addEventListener("beforeunload", (event) => { if (waiting.length) event.preventDefault(); });
setTimeout(poll, POLL);
