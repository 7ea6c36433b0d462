// Sending without leaving the page. Lines go through a queue that is written down before the network is tried: while nobody
// answers they wait, each with its own uuid and rang, and leave in order as soon as somebody does. The uuid makes a repeated
// send harmless. A line that is refused stays at the head until it is put right or dropped; those behind it wait.
import { uuid } from "./uuid.js";

const PATIENCE = 8000;
let memory = null; // the queue, where the browser stores nothing
let blank = document.documentElement.outerHTML; // the page with an empty form, as the server made it
let form = null;
let clean = "";
let show = () => {};
let busy = false;
let timer = null;
let delay = 2000;
let refusal = null; // the answer to the head of the queue, when it was refused
let mending = false; // whether that line stands in the form
let trouble = "";

const key = () => `outbox:${document.querySelector("[data-partie]")?.dataset.partie}`;
function waiting() {
  if (memory) return memory;
  try { return JSON.parse(localStorage.getItem(key())) ?? []; } catch { return (memory = []); }
}
function keep(list) {
  if (memory) memory = list;
  else try { list.length ? localStorage.setItem(key(), JSON.stringify(list)) : localStorage.removeItem(key()); } catch { memory = list; }
}
const sentence = (told) => told.page.querySelector("main p")?.textContent ?? "";
const parse = (html) => new DOMParser().parseFromString(html, "text/html");
const typed = () => new URLSearchParams(new FormData(form)).toString();
const dirty = () => form && typed() !== clean;
const rangOf = (item) => Number(new URLSearchParams(item.body).get("rang"));
const moved = (item, by) => {
  const body = new URLSearchParams(item.body);
  body.set("rang", rangOf(item) + by);
  return { ...item, body: body.toString() };
};

// Called for every page that is shown: its form, if it has one, and how to show another.
export function outbox(entry, swap) {
  form = entry && "outbox" in entry.dataset ? entry : null;
  show = swap;
  if (form && waiting().length && !mending) number(rangOf(waiting().at(-1)) + 1);
  clean = form ? typed() : "";
  tell();
}

function number(rang) {
  form.elements.rang.value = rang;
  form.elements.uuid.value = uuid();
}

// What waits, in the banner and as rows of the sheet.
function tell(lost = false) {
  const banner = document.querySelector(".outbox");
  if (!banner) return;
  const list = waiting();
  const text = lost ? banner.dataset.lost : refusal ? banner.dataset.refused : list.length ? banner.dataset.waiting : "";
  banner.hidden = !text;
  banner.querySelector("p").textContent = [text.replace("#", list.length), trouble].join(" ").trim();
  banner.querySelector("[data-see]").hidden = !refusal?.page.querySelector("form.entry") || mending;
  banner.querySelector("[data-drop]").hidden = !refusal;
  for (const row of document.querySelectorAll("tr.pending")) row.remove();
  document.querySelector(".sheet-table tbody")?.append(...list.map((item) => {
    const row = document.createElement("tr");
    row.className = "pending";
    const cell = row.insertCell();
    cell.colSpan = 9;
    cell.textContent = `${rangOf(item)} · ${banner.dataset.pending}`;
    return row;
  }));
}

async function post(item) {
  const body = new URLSearchParams(item.body);
  for (let again = false; ; again = true) {
    const answer = await fetch(item.url, { method: "POST", body, signal: AbortSignal.timeout(PATIENCE) });
    const html = await answer.text();
    const told = { status: answer.status, url: answer.redirected ? answer.url : null, html, page: parse(html) };
    const token = told.page.querySelector("[name=csrf_token]")?.value;
    if (told.status !== 400 || again || !token) return told;
    body.set("csrf_token", token); // the session is another one by now
  }
}

async function direct(item) {
  if (busy) return;
  busy = true;
  const told = await post(item).catch(() => null);
  busy = false;
  if (told) show(told.html, told.url);
  if (form && told?.url) blank = told.html;
  tell(!told);
}

document.addEventListener("submit", (event) => {
  const sent = event.target;
  if (sent.method !== "post") return;
  event.preventDefault();
  const data = new FormData(sent);
  if (event.submitter?.name) data.set(event.submitter.name, event.submitter.value);
  const item = { url: sent.action, uuid: data.get("uuid"), body: new URLSearchParams(data).toString() };
  if (sent !== form) { direct(item); return; }
  const list = waiting(), queued = !mending && (busy || refusal || list.length);
  if (mending) {
    const by = refusal.status === 409 ? rangOf(item) - rangOf(list[0]) : 0;
    keep([item, ...list.slice(1).map((other) => moved(other, by))]);
    refusal = null;
    mending = false;
  } else if (list.some((other) => other.uuid === item.uuid)) return; // a double tap is one tap
  else keep([...list, item]);
  if (queued) room();
  flush();
});

// Make room for the next line: an empty form with a uuid and a rang of its own.
function room() {
  show(blank);
}

async function flush() {
  if (busy || refusal) return;
  busy = true;
  clearTimeout(timer);
  const sent = new Set();
  let last = null;
  for (let [head] = waiting(); head; [head] = waiting()) {
    const told = await post(head).catch(() => null);
    const later = !told || told.status >= 500 || told.status === 429;
    trouble = told && later ? sentence(told) : "";
    if (later) break;
    sent.add(head.uuid);
    if (told.status >= 400) { refused(head, told); break; }
    last = told;
    keep(waiting().filter((item) => item.uuid !== head.uuid));
  }
  busy = false;
  if (last) arrived(last, sent);
  else if (form && !mending && waiting().some((item) => item.uuid === form.elements.uuid.value)) room();
  tell();
  delay = last ? 2000 : Math.min(delay * 1.5, 15000);
  if (waiting().length) timer = setTimeout(flush, delay * (0.75 + Math.random() / 2));
}

// The sheet with what was written. What somebody is typing meanwhile stays where it is.
function arrived(told, sent) {
  blank = told.html;
  if (!form || mending || refusal) return;
  if (!dirty() || sent.has(form.elements.uuid.value)) { show(told.html, told.url); return; }
  show(told.html, null, [".sheet", ".entry-head"]);
  if (!waiting().length) form.elements.rang.value = told.page.querySelector("[name=rang]")?.value ?? "";
}

function refused(head, told) {
  const readable = told.page.querySelector("form.entry");
  const mine = form?.elements.uuid.value === head.uuid;
  if (mine && readable && waiting().length === 1) { // nobody had to wait: a form that comes back, as everywhere
    keep([]);
    show(told.html);
    return;
  }
  refusal = told;
  mending = mine;
  if (!readable) trouble = sentence(told);
  else if (mine || (form && !dirty())) see();
}

function see() {
  mending = true;
  show(refusal.html);
}

function drop() {
  const by = refusal.status === 409 ? 0 : -1; // the place of a refused line is free again
  keep(waiting().slice(1).map((item) => moved(item, by)));
  refusal = null;
  mending = false;
  trouble = "";
  room();
  flush();
}

document.addEventListener("click", (event) => {
  if (event.target.matches("[data-see]")) see();
  if (event.target.matches("[data-drop]")) drop();
});
for (const name of ["online", "pageshow"]) addEventListener(name, () => waiting().length && flush());
addEventListener("beforeunload", (event) => { if (waiting().length) event.preventDefault(); });
