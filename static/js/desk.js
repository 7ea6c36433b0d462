// The desk: parts of a page that renew themselves, and names that are sent one after the other without leaving the page.
import { ring } from "./bell.js";
import "./clock.js";
import { follow, saw } from "./follow.js";
import { uuid } from "./uuid.js";

const POLL = 4000; // where nothing says when to look
const waiting = [];
let mark = "";
let busy = false;
const aside = []; // names that were refused while somebody was typing the next one

// Renew the parts marked data-live, unless somebody is writing in one of them; whether that is done.
async function look() {
  if (busy) return false;
  const answer = await fetch(location.href, { headers: mark ? { "If-None-Match": mark } : {}, signal: AbortSignal.timeout?.(POLL) });
  if (answer.ok && answer.redirected && document.querySelector("[data-follow]")) location.assign(answer.url);
  else if (answer.ok && !answer.redirected) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    mark = answer.headers.get("ETag") ?? "";
    for (const part of document.querySelectorAll("[data-live]")) renew(part, page.getElementById(part.id));
    saw(page);
    ring();
  }
  return answer.status < 500;
}

async function poll() {
  if (document.visibilityState === "visible") await look().catch(() => {}); // no network: the next round tries again
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
  waiting.push(item);
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
      if (answer.status === 503 || answer.status === 429) throw new Error("later");
    } catch {
      tell(text && new DOMParser().parseFromString(text, "text/html").querySelector("main p")?.textContent);
      setTimeout(send, POLL);
      break;
    }
    swap(text, answer.ok, waiting.shift());
  }
  busy = false;
}

// Put the page that came back in the place of this one; letters typed meanwhile are taken along. A refused name comes back
// into its field, unless somebody is typing the next one there: then it waits above, one tap away.
function swap(html, good, sent) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const main = page.querySelector("main");
  const typed = first()?.value ?? "";
  document.querySelector("main").replaceWith(main);
  document.querySelector(".notice").replaceWith(page.querySelector(".notice"));
  const form = main.querySelector("form[data-swap]");
  if (!form) return;
  if (!good && (typed || waiting.length)) {
    const said = [...form.querySelectorAll(".errors p")].map((line) => line.textContent);
    aside.push({ name: sent.body.get("name"), said: said.join(" ") });
    for (const box of form.querySelectorAll(".errors")) box.replaceChildren();
    for (const field of fields(form)) { field.value = ""; field.removeAttribute("aria-invalid"); }
    good = true;
  }
  showAside(form);
  if (!good) return main.querySelector("[aria-invalid=true]")?.focus();
  const field = first();
  field.value = typed;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

function showAside(form) {
  form.querySelector("h2").after(...aside.map((one) => {
    const line = document.createElement("p");
    line.className = "aside errors";
    line.setAttribute("role", "alert");
    const name = document.createElement("button");
    name.type = "button";
    name.textContent = one.name;
    name.addEventListener("click", () => {
      aside.splice(aside.indexOf(one), 1);
      line.remove();
      first().value = one.name;
      first().focus();
    });
    line.append(name, ` ${one.said}`);
    return line;
  }));
}

// Say why nothing is written just now: in the words of the answer, or that there was none.
function tell(said) {
  const box = document.querySelector("form[data-swap] .field .errors");
  const line = document.createElement("p");
  line.setAttribute("role", "alert");
  line.textContent = said || document.querySelector("[data-network]").dataset.network.replace("#", waiting.length);
  box.replaceChildren(line);
}

addEventListener("beforeunload", (event) => { if (waiting.length) event.preventDefault(); });
addEventListener("timeup", () => look().catch(() => {})); // who is late is new, and nobody wrote it
if (document.querySelector("[data-news]")) follow(look);
else if (document.querySelector("[data-live]")) setTimeout(poll, POLL);
