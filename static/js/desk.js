// The desk: parts of a page that renew themselves, and names that are sent one after the other without leaving the page.
import { ring } from "./bell.js";
import "./clock.js";
import { outlive } from "./draft.js";
import { follow, saw } from "./follow.js";
import { uuid } from "./uuid.js";

document.querySelectorAll("form[data-outlive]").forEach(outlive);
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
  const again = part.contains(here) && same(here);
  for (const field of part.querySelectorAll("input[id]")) {
    const next = field.value !== field.defaultValue && fresh.querySelector(`#${CSS.escape(field.id)}`);
    if (next) next.value = field.value; // typed, and left for a moment
  }
  part.replaceWith(Object.assign(fresh, part.open && { open: true }));
  if (again) fresh.querySelector(again)?.focus();
}

// The same link or button in a part that came later.
const same = (one) => one.matches("a") ? `a[href="${CSS.escape(one.getAttribute("href"))}"]`
  : one.matches("button") ? `form[action="${CSS.escape(one.form.getAttribute("action"))}"] button[value="${CSS.escape(one.value)}"]` : "";

// Whoever types names does not wait for the server: the form is empty at once, and what was sent stands in a queue.
document.addEventListener("submit", (event) => {
  const form = event.target, field = fields(form)[0];
  if (!("swap" in form.dataset)) return;
  event.preventDefault();
  if (field && busy && !field.value.trim()) return; // Enter twice: the answer to the first is on its way
  const item = { url: form.action, typed: Boolean(field), body: new URLSearchParams(new FormData(form)) };
  if (event.submitter?.name) item.body.append(event.submitter.name, event.submitter.value);
  waiting.push(item);
  for (const field of fields(form)) field.value = "";
  form.elements.uuid.value = uuid();
  first().focus();
  send();
});

const fields = (form) => [...form.querySelectorAll("input:not([type=hidden], [type=checkbox])")];
const first = () => document.querySelector("form[data-swap] input:not([type=hidden], [type=checkbox])");

// What the page before an answer could not know yet is told as it is when a name is sent.
function late({ typed, body }) {
  for (const { name, value } of typed ? first()?.form.querySelectorAll("[data-now]") ?? [] : []) body.set(name, value);
  return body;
}

async function send() {
  if (busy) return;
  busy = true;
  while (waiting.length) {
    let answer, text;
    try {
      answer = await fetch(waiting[0].url, { method: "POST", body: late(waiting[0]) });
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
  const ticking = document.activeElement.matches("[data-swap] [type=checkbox]");
  const typed = first()?.value ?? "", ticked = first()?.form.querySelector("[type=checkbox]")?.checked;
  document.querySelector("main").replaceWith(main);
  document.querySelector(".notice").replaceWith(page.querySelector(".notice"));
  saw(page);
  ring();
  const form = main.querySelector("form[data-swap]");
  if (!form) return;
  const tick = form.querySelector("[type=checkbox]");
  if (tick) tick.checked = ticked;
  if (!good && (typed || waiting.length)) {
    const said = [...form.querySelectorAll(".errors p")].map((line) => line.textContent);
    aside.push({ name: sent.body.get(first().name), said: said.join(" ") });
    for (const box of form.querySelectorAll(".errors")) box.replaceChildren();
    for (const field of fields(form)) { field.value = ""; field.removeAttribute("aria-invalid"); }
    good = true;
  }
  showAside(form);
  if (!good) {
    const wrong = main.querySelector("[aria-invalid=true]") ?? first();
    wrong.focus();
    if ("whole" in wrong.dataset) wrong.select(); // the next name takes its place
    return;
  }
  const field = first();
  field.value = typed;
  if (ticking) return tick?.focus(); // who went there meanwhile is not sent away
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

function showAside(form) {
  (form.querySelector("h2") ?? form.firstElementChild).after(...aside.map((one) => {
    const line = Object.assign(document.createElement("p"), { className: "aside errors row", role: "alert" });
    const name = Object.assign(document.createElement("button"), { type: "button", textContent: one.name });
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
  const text = said || document.querySelector("[data-network]").dataset.network.replace("#", waiting.length);
  box.replaceChildren(Object.assign(document.createElement("p"), { role: "alert", textContent: text }));
}

addEventListener("beforeunload", (event) => { if (waiting.length) event.preventDefault(); });
try { if (!document.querySelector(".begin")) sessionStorage.removeItem("begin"); } catch { /* nothing is stored here */ }
addEventListener("timeup", () => look().catch(() => {})); // who is late is new, and nobody wrote it
if (document.querySelector("[data-news]")) follow(look);
else if (document.querySelector("[data-live]")) setTimeout(poll, POLL);
