// A sheet that is written on without leaving the page. While nobody answers its lines wait, and are shown as rows that can be
// corrected or withdrawn. A line that is refused stays until it is put right or dropped; those behind it wait.
import { gone, tell as heard } from "./away.js";
import { brief, bury, fill, forget, keep, kept, moveOn, pristine, touched, typed, within } from "./draft.js";
import { redone } from "./kept.js";
import { open, rows } from "./pending.js";
import {
  acknowledged, anew, concerns, deliver, hold, move, persist, post, put, remember, remove, sheetOf, stored, waiting as queued, waits as queues,
} from "./queue.js";
import { cleared, refused } from "./refused.js";
import { share, soon, unsent } from "./share.js";
import { nextField } from "./undo.js";
import { uuid } from "./uuid.js";

const SHIELD = 1000; // how long a form that is empty again takes a tap on its button for the last line's
const IDLE = 30000; // how long nobody touched a form that others go on with
const SOON = 1500; // how long the table waits for an answer before the next line can be typed
let blank = document.documentElement.outerHTML; // the page with an empty form, as the server made it
let form = null;
let clean = "";
let show = () => {};
let busy = false, acting = false; // the queue is leaving; something else is on its way
let timer = null;
let delay = 2000;
let refusal = null; // the item that was refused, and the answer it got
let correction = null; // a line that waits and is being put right before it is sent, and how to let it go
let fixing = false; // whether either of them stands in the form
let draft = ""; // what was half typed when it was put there
let trouble = "", silent = false; // why nothing leaves; whether nobody answered the last time
let emptied = 0; // when a line left the form, and it was empty again
let typedAt = 0; // when somebody typed here
let hiding = null; // what keeps numbers hidden
let lent = false; // what stands in the form was half typed in another window or before, and nobody touched it here
let resuming = false; // what was half typed is being put back
let counting = null; // what counts on without a network

const sheet = () => sheetOf(document);
const waiting = () => queued(sheet());
const waits = (id) => queues(sheet(), id);

const sentence = (told) => told.page.querySelector("main p")?.textContent ?? "";
const unknown = (told) => told.status === 400 && told.page.querySelector("main [name=csrf_token]"); // with a fresh token too
const hindrance = (told) => (unknown(told) ? document.querySelector(".outbox")?.dataset.unknown : sentence(told)) ?? "";
// Whether the next line stands in the form, which is kept while it is half typed; an adjustment is not.
const entering = () => form && !fixing && !("aside" in form.dataset);
const dirty = () => form && typed(form) !== clean;

// Called for every page that is shown: its form, if it has one, and how to show another.
export function outbox(entry, swap) {
  form = entry && "outbox" in entry.dataset ? entry : null;
  show = swap;
  lent = false;
  numbers();
  clean = form ? pristine(form) : "";
  if (form && (fixing || waiting().length)) unfilled();
  if (form && waiting().length && !fixing) number(waiting().at(-1).rang + 1);
  if (entering()) recall();
  if (entering() && form.querySelector(".errors[role=alert]")) keep(sheet(), form); // what was refused is still half typed
  share(entering() ? form : null);
  tell();
}

if (document.querySelector("[data-outbox]")) import("./counting.js").then((module) => { counting = module; module.begin(gone, { cleared, refused }); tell(); }, () => {});
// What the form as it stands would give, where nobody but this device can say.
export const outlook = (asked) => counting?.outlook(asked, waiting());

// Numbers that players note hidden from each other; few games have any.
function numbers() {
  hiding?.hidden(form, { fixing, show, quietly, queue: { post, sheetOf, waiting: queued } });
  if (!hiding && form?.dataset.sealed) import("./hidden.js").then((module) => { hiding ??= module; quietly(numbers); }, () => {});
}

// A form that came filled is needed for another line.
function unfilled() {
  if (!form.dataset.blank) return;
  refill(form.dataset.blank);
  delete form.dataset.blank;
  delete form.dataset.noted;
  form.querySelector("[data-resumed]").hidden = true;
}

function still(act) {
  resuming = true;
  act();
  resuming = false;
}
const refill = (text) => still(() => fill(form, text));
// Change what is no part of what somebody typed.
function quietly(act) {
  const untouched = !dirty();
  still(act);
  if (untouched) clean = typed(form);
}

function place(rang, id = uuid()) {
  const other = form.elements.rang.value !== String(rang);
  quietly(() => {
    form.elements.rang.value = rang;
    form.elements.uuid.value = id;
    if (other && !fixing) hiding?.anotherLine();
  });
  if (dirty() && entering()) keep(sheet(), form);
}

// The place of the next line while others wait before it; who deals it, nobody knows yet.
function number(rang, id) {
  const more = rang - form.elements.rang.value;
  place(rang, id);
  const head = form.querySelector(".entry-head h2");
  for (const small of head.querySelectorAll("small")) small.remove();
  if (waiting().length) form.querySelector("[form=annuler]")?.remove(); // the last line is one that waits, and is withdrawn there
  head.textContent = head.textContent.replace(/\d+/g, (figure) => Number(figure) + more);
}

// What waits, in the banner and as rows of the sheet.
function tell(lost = false) {
  dispatchEvent(new Event("outbox")); // the bar may be a new one
  const banner = document.querySelector(".outbox");
  if (!banner) return;
  const list = waiting();
  const words = banner.dataset, away = !navigator.onLine, queue = away ? words.waiting : silent || gone() ? words.silent : words.queued;
  const text = lost ? (away ? words.lost : words.held) : correction ? words.correction.replace("#", correction.rang) : refusal ? words.refused : list.length ? queue : "";
  const where = text !== queue ? "" : stored() ? words.stored : words.unstored;
  banner.hidden = !text;
  banner.querySelector("p").textContent = [text.replace("#", list.length), where, trouble].filter(Boolean).join(" ");
  banner.querySelector("[data-see]").hidden = !refusal?.told.page.querySelector("form.entry") || fixing;
  banner.querySelector("[data-drop]").hidden = !refusal;
  banner.querySelector("[data-leave]").hidden = !correction;
  rows(list, words, Boolean(form) && !fixing);
  counting?.count(list, tell);
}

// Anything but a line: it goes after the lines that wait, or not at all.
async function direct(item) {
  if (acting) return;
  acting = true;
  if (!refusal) await flush();
  const held = busy || (waiting().length && !refusal), told = held ? null : await post(item).catch(() => null);
  acting = false;
  if (!held) silent = !told;
  if (told?.url && item.step && dirty()) beside(told); // what is half typed is no part of the line that is taken back
  else if (told) show(told.html, told.url);
  if (form && told?.url) blank = told.html;
  if (told) remember(told);
  if (item.again && told?.url) redone(sheet(), item.rang);
  if (item.undo && told?.url) acknowledged({ ...item, sheet: sheet(), label: document.title, at: Date.now() }, told);
  tell(!told);
}

document.addEventListener("submit", (event) => {
  const sent = event.target;
  if (sent.method !== "post" || "plain" in sent.dataset) return; // joining a sheet does not wait for its lines
  event.preventDefault();
  if (sent === form && !refusal && !dirty() && Date.now() - emptied < SHIELD) return; // the second half of a doubled tap
  const data = new FormData(sent);
  if (event.submitter?.name) data.set(event.submitter.name, event.submitter.value);
  const item = { url: sent.action, uuid: data.get("uuid"), body: new URLSearchParams(data).toString() };
  const enter = () => line(item, Number(data.get("rang")));
  if (sent === form) counting ? counting.allowed(form, waiting(), nextField, enter) : enter();
  else direct(data.has("annuler") ? { ...item, step: true, undo: "undo" in sent.dataset, again: "again" in sent.dataset, rang: Number(data.get("annuler")), said: event.submitter.ariaLabel ?? event.submitter.textContent } : item);
});

function line(sent, rang) {
  const phrase = form.querySelector("[data-phrase]:not(.waiting)")?.textContent;
  const apart = "aside" in form.dataset;
  const item = { ...sent, sheet: sheet(), label: document.title, rang, apart, at: Date.now(), said: (form.ariaBusy !== "true" && phrase) || brief(form) };
  if (waits(item.uuid) && !fixing) return; // a double tap is one tap
  if (apart) moveOn(sheet(), rang); else forget(sheet());
  if (correction) {
    put({ ...correction, release: undefined, refused: undefined, body: item.body, said: item.said });
    leave();
    return;
  }
  const queued = !fixing && (busy || refusal || gone() || !navigator.onLine || waiting().length);
  if (fixing) {
    const { item: old, told } = refusal, by = told.status === 409 ? rang - old.rang : 0;
    put(item); // another window must never see the lines behind it without it
    for (const other of waiting()) if (other.uuid !== old.uuid && other.uuid !== item.uuid) move(other, by);
    if (old.uuid !== item.uuid) remove(old);
    settled();
  } else put(item);
  if (queued) room();
  else setTimeout(() => { if (form?.elements.uuid.value === item.uuid && waits(item.uuid) && !refusal) { room(); tell(); } }, SOON);
  flush();
}

// Make room for the next line: an empty form with a uuid and a rang of its own, or what was half typed before.
function room() {
  if (form?.dataset.aside === "") { location.assign(form.querySelector("[data-back]").href); return; } // the page has no other form
  show(blank);
  emptied = Date.now();
  if (form && draft) resume(draft);
  draft = "";
  nextField();
}

// Put a line right that was not sent yet. None of the sheet's leaves meanwhile, from any window.
async function correct(id) {
  const item = await standing(id);
  if (!item || fixing || !form) { item?.release(); return; }
  draft = dirty() ? typed(form) : "";
  open(id);
  correction = item;
  fixing = true;
  show(blank);
  number(item.rang, id);
  form.elements.tour.value = new URLSearchParams(item.body).get("tour") ?? "";
  fill(form, item.body);
  tell();
}

function leave() {
  correction.release();
  correction = null;
  fixing = false;
  room();
  tell();
  flush();
}

async function withdraw(id) {
  if (refusal?.item.uuid === id) { drop(); return; }
  const item = await standing(id);
  if (!item) return;
  remove(item);
  for (const other of waiting()) if (other.rang > item.rang) move(other, -1);
  item.release();
  renumber(item.rang);
  tell();
  flush();
}

// A line that still waits once those on their way have left, and how to let it go.
async function standing(id) {
  const release = await hold(sheet());
  const item = release && waiting().find((each) => each.uuid === id);
  if (!item) release?.();
  return item && { ...item, release };
}

// The form's place after lines were taken out before it.
function renumber(free) {
  if (!form || fixing) return;
  if (waiting().length) number(waiting().at(-1).rang + 1);
  else if (dirty()) number(free);
  else room();
}

function settled() {
  refusal = null;
  fixing = false;
  trouble = "";
}

async function flush() {
  if (busy || refusal || correction || !waiting().length) return;
  clearTimeout(timer);
  if (gone()) { tell(); persist(); timer = setTimeout(flush, delay); return; } // or sooner, when the server is heard of
  busy = true;
  if (form && waits(form.elements.uuid.value)) form.inert = true; // until it is emptied or comes back, what is typed would be lost
  const report = await deliver(sheet(), blank);
  trouble = report?.hindrance ? hindrance(report.hindrance) : "";
  silent = report?.silent ?? silent;
  if (silent) heard(false);
  if (report?.refusal) {
    const { uuid: head } = report.refusal.item, own = form?.elements.uuid.value;
    if (form && !fixing && own !== head && report.sent.has(own)) room(); // or it would be sent once more
    rejected(report.refusal);
  }
  busy = false;
  if (form) form.inert = false;
  if (form && !fixing && waits(form.elements.uuid.value)) room();
  if (report?.last) arrived(report.last, report.sent);
  tell();
  delay = report?.last ? 2000 : Math.min(delay * 1.5, 15000);
  if (waiting().length) timer = setTimeout(flush, delay * (0.75 + Math.random() / 2));
}

// The sheet with what was written. What somebody is typing meanwhile stays where it is.
function arrived(told, sent) {
  counting?.settled(told.page, waiting());
  blank = told.html;
  remember(told);
  if (form && !fixing && !refusal && (!dirty() || sent.has(form.elements.uuid.value))) {
    show(told.html, told.url);
    emptied = Date.now();
    if (draft) room();
  } else beside(told);
}

// Only the sheet and the head of the form are new.
function beside(told) {
  show(told.html, null, entering() ? [".sheet", ".undo", ".entry-head"] : [".sheet", ".undo"]);
  if (!form || fixing) return;
  const next = told.page.querySelector("[name=rang]")?.value;
  if (next) place(next);
  hiding?.heard(told.page);
  if (waiting().length) number(waiting().at(-1).rang + 1);
}

// Another device wrote: the sheet as it is now, and what stands beside it unless somebody is at work there. A line that is half
// typed keeps its number: marked, the server says what stands there by now.
export function renew(told) {
  const lacking = anew(told.page), panel = document.querySelector(".panel");
  const ours = busy || acting || fixing || refusal || waiting().length;
  const left = Date.now() - typedAt > IDLE && !unsent(); // others have it, and may have gone on with it
  const half = !ours && (hiding?.halfway() || (form ? dirty() && !left : touched(panel)) || document.querySelector(".bar .waiting[open]"));
  blank = told.html;
  remember(told);
  if (ours || half) {
    show(told.html, null, [".sheet", ".undo"]);
    hiding?.heard(told.page);
    if (half && form) noted(told.page.querySelector("form.entry [name=rang]")?.value !== form.elements.rang.value);
  } else swapped(told);
  tell();
  if (lacking) flush();
}

// Whether another device wrote the line that is half typed here; who deals it no longer matters then.
function noted(elsewhere) {
  for (const small of form.querySelectorAll(".entry-head small")) small.hidden = elsewhere !== ("moved" in small.dataset);
}

// All of the page; who was about to type, opened a question or a helper of that line or the menu, finds it as it was. A table whose sheet is settled goes on.
function swapped(told) {
  const next = told.page.querySelector(".finished[data-next]");
  if (next && !document.querySelector(".finished[data-next]")) { location.assign(next.dataset.next); return; }
  const at = document.activeElement?.closest(".panel, .sheet .cell") && document.activeElement, line = form?.elements.rang?.value;
  const folds = () => [...document.querySelectorAll(".bar nav details, form.entry details")], opened = folds().map(({ open }) => open);
  show(told.html, told.url);
  const same = line === form?.elements.rang?.value, again = (at?.id || at?.name) && document.querySelector(at.id ? `#${CSS.escape(at.id)}` : `.panel [name="${CSS.escape(at.name)}"], .cell [value="${CSS.escape(at.value)}"]`);
  folds().forEach((each, place) => { if (opened[place] && (same || !each.closest("form"))) each.open = true; });
  if (same) document.querySelector(`.steps [data-place="${again?.closest(".later")?.dataset.place}"]`)?.click();
  again?.focus();
  if (at?.selectionStart > 0) again?.setSelectionRange?.(at.selectionStart, at.selectionEnd);
}

function rejected({ item: head, told }) {
  const readable = told.page.querySelector("form.entry");
  const mine = form?.elements.uuid.value === head.uuid;
  if (mine && readable && waiting().length === 1) { // nobody had to wait: a form that comes back, as everywhere
    remove(head);
    show(told.html);
    return;
  }
  refusal = { item: head, told };
  fixing = mine;
  if (!readable) trouble = sentence(told);
  else if (mine || (form && !dirty())) see();
}

function see() {
  draft = !fixing && dirty() ? typed(form) : draft;
  fixing = true;
  show(refusal.told.html);
}

function drop() {
  const { item, told } = refusal;
  // The place of a refused line is free again, unless somebody else's line stands there. Another window sends as soon as it has gone.
  if (told.status !== 409 && !item.undo) for (const other of waiting()) if (other.uuid !== item.uuid) move(other, -1);
  remove(item);
  const here = fixing;
  settled();
  if (here) room();
  else if (form && waiting().length) number(waiting().at(-1).rang + 1);
  else if (form) place(told.page.querySelector("[name=rang]")?.value ?? item.rang);
  tell();
  flush();
}

// Another window of this tablet wrote down, sent, corrected or dropped a line.
function elsewhere() {
  const list = waiting();
  if (form && lent && list.some(({ body }) => within(form, body))) room(); // or the other window's line would be marked twice
  else if (refusal && !waits(refusal.item.uuid)) {
    const here = fixing;
    settled();
    if (here) room();
  } else if (!list.length && !busy && !dirty()) location.reload(); // its lines are on the sheet now
  else if (list.length && form && !fixing && !waits(form.elements.uuid.value)) number(list.at(-1).rang + 1);
  tell();
}

// What is half typed survives a look at another page and a closed browser, as long as it is for the same line and nobody went on
// with it elsewhere.
function recall() {
  const draft = kept(sheet(), form.elements.rang.value);
  if (draft?.sent && draft.seen < Number(form.dataset.noted ?? 0)) forget(sheet());
  else if (draft?.text) {
    resume(draft.text);
    lent = true;
  }
  else if (draft) unfilled();
}
function resume(text) {
  refill(text);
  form.querySelector("[data-resumed]").hidden = false;
}
document.addEventListener("input", (event) => {
  if (!form?.contains(event.target) || fixing || resuming || waits(form.elements.uuid.value)) return;
  if ("hidden" in event.target.dataset && !event.target.name) return; // no part of what others go on with
  typedAt = Date.now();
  lent = false;
  if (!entering()) return;
  if (dirty()) keep(sheet(), form);
  else discard();
  soon();
});

// Others may have what is no longer wanted.
function discard() {
  const { rang } = form.elements;
  if (form.dataset.blank || kept(sheet(), rang.value)?.sent) bury(sheet(), rang.value); else forget(sheet());
}

document.addEventListener("click", (event) => {
  if (event.target.matches("[data-back]") && form?.dataset.aside) { event.preventDefault(); show(blank); }
  if (event.target.matches("[data-see]")) see();
  if (event.target.matches("[data-drop]")) drop();
  if (event.target.matches("[data-leave]")) leave();
  if (event.target.matches("[data-pick]")) { open(event.target.dataset.pick); tell(); }
  if (event.target.matches("[data-correct]")) correct(event.target.dataset.correct);
  if (event.target.matches("[data-withdraw]")) withdraw(event.target.dataset.withdraw);
  if (event.target.matches("[data-empty]")) { event.preventDefault(); discard(); show(blank); soon(0); }
});
for (const name of ["there", "pageshow", "visibilitychange"]) addEventListener(name, () => { tell(); if (waiting().length) flush(); });
addEventListener("storage", (event) => { if (concerns(event.key, sheet())) elsewhere(); });
