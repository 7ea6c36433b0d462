// Sending without leaving the page. Lines go through a queue that is written down before the network is tried: while nobody
// answers they wait, each with its own uuid and rang, and leave in order as soon as somebody does. The uuid makes a repeated
// send harmless, also from two windows of one tablet. A line that is refused stays until it is put right or dropped; those
// behind it wait.
import { brief, fill, typed } from "./draft.js";
import { uuid } from "./uuid.js";

const PATIENCE = 8000; // how long an answer may take
const SOON = 1500; // how long the table waits for it before the next line can be typed
const memory = new Map(); // the queue, where the browser stores nothing
let blank = document.documentElement.outerHTML; // the page with an empty form, as the server made it
let form = null;
let clean = "";
let show = () => {};
let busy = false; // the queue is leaving
let acting = false; // something else is on its way
let timer = null;
let delay = 2000;
let refusal = null; // the item that was refused, and the answer it got
let mending = false; // whether that line stands in the form
let draft = ""; // what was half typed when it was put there
let trouble = "";

const partie = (page) => page.querySelector("[data-partie]")?.dataset.partie;
const prefix = () => `outbox:${partie(document)}:`;
const byPlace = (one, other) => one.rang - other.rang || one.at - other.at;

// One item a line, each under its own key, so that two windows never write over each other's lines.
function waiting() {
  let stored = [];
  try {
    stored = Object.keys(localStorage).filter((key) => key.startsWith(prefix())).map((key) => JSON.parse(localStorage.getItem(key)));
  } catch { /* nothing is stored here */ }
  return [...stored.filter(Boolean), ...memory.values()].sort(byPlace);
}
function put(item) {
  try { localStorage.setItem(prefix() + item.uuid, JSON.stringify(item)); } catch { memory.set(item.uuid, item); }
}
function remove(item) {
  memory.delete(item.uuid);
  try { localStorage.removeItem(prefix() + item.uuid); } catch { /* it was in memory */ }
}
const waits = (id) => waiting().some((item) => item.uuid === id);
function move(item, by) {
  const body = new URLSearchParams(item.body), rang = item.rang + by;
  body.set("rang", rang);
  put({ ...item, rang, body: body.toString() });
}

const sentence = (told) => told.page.querySelector("main p")?.textContent ?? "";
const unknown = (told) => told.status === 400 && told.page.querySelector("main [name=csrf_token]"); // with a fresh token too
const hindrance = (told) => (unknown(told) ? document.querySelector(".outbox")?.dataset.unknown : sentence(told)) ?? "";
const parse = (html) => new DOMParser().parseFromString(html, "text/html");
const dirty = () => form && typed(form) !== clean;

// Called for every page that is shown: its form, if it has one, and how to show another.
export function outbox(entry, swap) {
  form = entry && "outbox" in entry.dataset ? entry : null;
  show = swap;
  clean = form ? typed(form) : "";
  if (form && waiting().length && !mending) number(waiting().at(-1).rang + 1);
  if (form && !mending) recall();
  tell();
}

function place(rang) {
  const untouched = !dirty();
  form.elements.rang.value = rang;
  form.elements.uuid.value = uuid();
  if (untouched) clean = typed(form);
}

// The place of the next line while others wait before it; who deals it, nobody knows yet.
function number(rang) {
  place(rang);
  const head = form.querySelector(".entry-head h2");
  head.querySelector("small")?.remove();
  head.textContent = head.textContent.replace(/\d+/, rang);
}

// What waits, in the banner and as rows of the sheet.
function tell(lost = false) {
  const banner = document.querySelector(".outbox");
  if (!banner) return;
  const list = waiting();
  const text = lost ? banner.dataset.lost : refusal ? banner.dataset.refused : list.length ? banner.dataset.waiting : "";
  banner.hidden = !text;
  banner.querySelector("p").textContent = [text.replace("#", list.length), trouble].join(" ").trim();
  banner.querySelector("[data-see]").hidden = !refusal?.told.page.querySelector("form.entry") || mending;
  banner.querySelector("[data-drop]").hidden = !refusal;
  for (const row of document.querySelectorAll("tr.pending")) row.remove();
  for (const row of document.querySelectorAll(".sheet-table tr.empty")) row.hidden = list.length > 0;
  document.querySelector(".sheet-table tbody")?.append(...list.map((item) => {
    const row = document.createElement("tr");
    row.className = "pending";
    const cell = row.insertCell();
    cell.colSpan = document.querySelectorAll(".sheet-table thead th").length;
    cell.textContent = [item.rang, item.said, banner.dataset.pending].filter(Boolean).join(" · ");
    return row;
  }));
}

async function post(item) {
  const body = new URLSearchParams(item.body);
  for (let again = false; ; again = true) {
    const answer = await fetch(item.url, { method: "POST", body, signal: AbortSignal.timeout?.(PATIENCE) });
    const html = await answer.text();
    const told = { status: answer.status, url: answer.redirected ? answer.url : null, html, page: parse(html) };
    const token = told.page.querySelector("[name=csrf_token]")?.value;
    if (told.status !== 400 || again || !token) return told;
    body.set("csrf_token", token); // the session is another one by now
  }
}

// Anything but a line: it goes after the lines that wait, or not at all.
async function direct(item) {
  if (acting) return;
  acting = true;
  if (!refusal) await flush();
  const told = busy || (waiting().length && !refusal) ? null : await post(item).catch(() => null);
  acting = false;
  if (told?.url && item.undo && dirty()) beside(told); // what is half typed is no part of the line that is taken back
  else if (told) show(told.html, told.url);
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
  if (sent === form) line(item, Number(data.get("rang")));
  else direct({ ...item, undo: sent.id === "annuler" });
});

function line(sent, rang) {
  const phrase = form.querySelector("[data-phrase]:not(.waiting)")?.textContent;
  const item = { ...sent, rang, at: Date.now(), said: (form.ariaBusy !== "true" && phrase) || brief(form) };
  if (waits(item.uuid) && !mending) return; // a double tap is one tap
  const queued = !mending && (busy || refusal || waiting().length);
  if (mending) {
    const by = refusal.told.status === 409 ? rang - refusal.item.rang : 0;
    remove(refusal.item);
    for (const other of waiting()) move(other, by);
    settled();
  }
  put(item);
  if (queued) room();
  else setTimeout(() => { if (form?.elements.uuid.value === item.uuid && waits(item.uuid) && !refusal) { room(); tell(); } }, SOON);
  flush();
}

// Make room for the next line: an empty form with a uuid and a rang of its own, or what was half typed before.
function room() {
  show(blank);
  if (form && draft) fill(form, draft);
  draft = "";
}

function settled() {
  refusal = null;
  mending = false;
  trouble = "";
}

async function flush() {
  if (busy || refusal || !waiting().length) return;
  busy = true;
  clearTimeout(timer);
  const sent = new Set();
  let last = null;
  for (let [head] = waiting(); head; [head] = waiting()) {
    const told = await post(head).catch(() => null);
    if (!waits(head.uuid)) { // another window was faster
      if (told?.url) last = told;
      continue;
    }
    // Whoever answers without showing this sheet is not the app: a gate of the network, say.
    const stranger = told?.status < 400 && partie(told.page) !== partie(document);
    // A 400 says nothing about the line: a cookie is missing, the name of the server is another one, or a proxy garbled it.
    const later = !told || stranger || told.status >= 500 || told.status === 429 || told.status === 400;
    trouble = told && later && !stranger ? hindrance(told) : "";
    if (later) break;
    sent.add(head.uuid);
    if (told.status >= 400) { refused(head, told); break; }
    last = told;
    remove(head);
  }
  busy = false;
  if (form && !mending && waits(form.elements.uuid.value)) room();
  if (last) arrived(last, sent);
  tell();
  delay = last ? 2000 : Math.min(delay * 1.5, 15000);
  if (waiting().length) timer = setTimeout(flush, delay * (0.75 + Math.random() / 2));
}

// The sheet with what was written. What somebody is typing meanwhile stays where it is.
function arrived(told, sent) {
  blank = told.html;
  if (form && !mending && !refusal && (!dirty() || sent.has(form.elements.uuid.value))) {
    show(told.html, told.url);
    if (draft) room();
  } else beside(told);
}

// Only the sheet and the head of the form are new.
function beside(told) {
  show(told.html, null, form && !mending ? [".sheet", ".entry-head"] : [".sheet"]);
  if (!form || mending) return;
  const next = told.page.querySelector("[name=rang]")?.value;
  if (waiting().length) number(waiting().at(-1).rang + 1);
  else if (next) place(next);
}

function refused(head, told) {
  const readable = told.page.querySelector("form.entry");
  const mine = form?.elements.uuid.value === head.uuid;
  if (mine && readable && waiting().length === 1) { // nobody had to wait: a form that comes back, as everywhere
    remove(head);
    show(told.html);
    return;
  }
  refusal = { item: head, told };
  mending = mine;
  if (!readable) trouble = sentence(told);
  else if (mine || (form && !dirty())) see();
}

function see() {
  draft = !mending && dirty() ? typed(form) : draft;
  mending = true;
  show(refusal.told.html);
}

function drop() {
  const { item, told } = refusal;
  remove(item);
  // The place of a refused line is free again, unless somebody else's line stands there.
  if (told.status !== 409) for (const other of waiting()) move(other, -1);
  const here = mending;
  settled();
  if (here) room();
  else if (form && waiting().length) number(waiting().at(-1).rang + 1);
  else if (form) place(told.page.querySelector("[name=rang]")?.value ?? item.rang);
  tell();
  flush();
}

// Another window of this tablet wrote down, sent, mended or dropped a line.
function elsewhere() {
  const list = waiting();
  if (refusal && !waits(refusal.item.uuid)) {
    const here = mending;
    settled();
    if (here) room();
  } else if (!list.length && !busy && !dirty()) location.reload(); // its lines are on the sheet now
  else if (list.length && form && !mending && !waits(form.elements.uuid.value)) number(list.at(-1).rang + 1);
  tell();
}

// What is half typed survives a look at another page, as long as it is for the same line.
const recalled = () => `draft:${partie(document)}`;
function recall() {
  try {
    const [rang, text] = JSON.parse(sessionStorage.getItem(recalled())) ?? [];
    sessionStorage.removeItem(recalled());
    if (rang && rang === form.elements.rang.value && !dirty()) fill(form, text);
  } catch { /* nothing is stored here */ }
}
addEventListener("pagehide", () => {
  if (!form || mending || !dirty() || waits(form.elements.uuid.value)) return;
  try { sessionStorage.setItem(recalled(), JSON.stringify([form.elements.rang.value, typed(form)])); } catch { /* as above */ }
});

document.addEventListener("click", (event) => {
  if (event.target.matches("[data-see]")) see();
  if (event.target.matches("[data-drop]")) drop();
});
for (const name of ["online", "pageshow", "visibilitychange"]) addEventListener(name, () => { tell(); if (waiting().length) flush(); });
addEventListener("storage", (event) => { if (event.key?.startsWith(prefix())) elsewhere(); });
addEventListener("beforeunload", (event) => { if (waiting().length) event.preventDefault(); });
