// Lines on their way to the server. Each is written down before the network is tried, under a key of its own, so that two
// windows never write over each other's lines; whichever page is open sends them, sheet by sheet and in order. The uuid of
// a line makes a repeated send harmless.
import { keep, lapsed } from "./kept.js";
import { shownBy, whole } from "./part.js";
import { renew } from "./pass.js";
import { uuid } from "./uuid.js";

const PATIENCE = 8000; // how long an answer may take
const LEASE = 20000; // how long a window that says nothing more keeps the others from sending
const START = "outbox:";
const memory = new Map(); // the lines, where the browser stores nothing
const refusedSince = new Map(); // by sheet, since when another window has been in the way

const keyOf = (item) => `${START}${item.sheet}:${item.uuid}`;
const byPlace = (one, other) => one.rang - other.rang || one.at - other.at;
const changed = () => dispatchEvent(new Event("outbox"));

// What waits for a sheet, or for any.
export function waiting(sheet = null) {
  let stored = [];
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(sheet === null ? START : `${START}${sheet}:`));
    stored = keys.map((key) => ({ ...JSON.parse(localStorage.getItem(key)), sheet: key.split(":")[1] })).filter((item) => item.uuid);
  } catch { /* nothing is stored here */ }
  const unstored = [...memory.values()].filter((item) => sheet === null || item.sheet === sheet);
  return [...stored, ...unstored].sort(byPlace);
}
export const waits = (sheet, id) => waiting(sheet).some((item) => item.uuid === id);
export const stored = () => !memory.size;
export const concerns = (key, sheet = null) => key === null || key.startsWith(sheet === null ? START : `${START}${sheet}:`);

export function put(item) {
  try { localStorage.setItem(keyOf(item), JSON.stringify(item)); } catch { memory.set(item.uuid, item); }
  changed();
}
export function remove(item) {
  memory.delete(item.uuid);
  try { localStorage.removeItem(keyOf(item)); } catch { /* it was in memory */ }
  changed();
}
export function move(item, by) {
  const body = new URLSearchParams(item.body), rang = item.rang + by;
  body.set(item.undo ? "annuler" : "rang", rang);
  put({ ...item, rang, body: body.toString() });
}

// The sheet of a page.
export const sheetOf = (page) => page.querySelector("[data-partie]")?.dataset.partie;
export const parse = (html) => new DOMParser().parseFromString(html, "text/html");

// Whether the server of a page has another past than the one before: what it may lack waits again. A demo club lacks nothing.
export function anew(page) {
  const { epoch, demo } = page.body.dataset, here = document.body.dataset;
  if (!epoch || demo !== undefined) return false;
  if (page !== document) delete document.body.dataset.offline; // it is no copy any more
  const lost = lapsed(epoch);
  for (const item of lost) put(item);
  if (epoch === here.epoch) return lost.length > 0;
  here.epoch = epoch;
  if (page !== document) renew();
  return true;
}
// What the sheet shows now is what it shows without a network too.
export function remember({ offline, url, html }) {
  if (offline && url) navigator.serviceWorker?.controller?.postMessage({ url, html });
}
export const acknowledged = (item, { page }) => "demo" in page.body.dataset || keep(item, page.body.dataset.epoch);

// Send one; `before` is the page as the server made it last, where only what changed on it has to come back.
export async function post(item, before = "") {
  const body = new URLSearchParams(item.body), page = before ? parse(before) : null, shown = shownBy(page);
  if (!body.has("csrf_token")) body.set("csrf_token", document.querySelector("[name=csrf_token]")?.value ?? "");
  for (let again = false; ; again = true) {
    const headers = shown ? { "X-Part": shown } : {};
    const answer = await fetch(item.url, { method: "POST", body, headers, signal: AbortSignal.timeout?.(PATIENCE) });
    const text = await answer.text(), of = answer.headers.get("X-Part");
    const url = of ? new URL(of, new URL(item.url, location.href)).href : answer.redirected ? answer.url : null, html = of ? whole(page, parse(text)) : text;
    const told = { offline: answer.headers.get("X-Offline"), draft: answer.headers.get("X-Draft"), status: answer.status, url, html, page: parse(html) };
    const token = told.page.querySelector("[name=csrf_token]")?.value;
    if (told.status !== 400 || again || !token) return told;
    body.set("csrf_token", token); // the session is another one by now
  }
}

// Numbers that players noted hidden from each other go before their line, which lacks them.
const before = async ({ sheet, rang }) => localStorage.getItem(`hidden:${sheet}:${rang}`) && (await import("./hidden.js")).seal(sheet, rang, post);

// Send what waits for a sheet until nothing is left, nobody answers, or a line is refused. Tells what became of it; nothing
// where another window is at it.
export const deliver = (sheet, page = "") => alone(sheet, async (renew) => {
  const report = { sent: new Set(), last: null, refusal: null, hindrance: null, silent: false };
  for (let [head] = waiting(sheet); head; [head] = waiting(sheet)) {
    renew();
    if ((await before(head).catch(() => null))?.silent) break;
    const told = await post(head, report.last?.html ?? page).catch(() => null);
    if (!waits(sheet, head.uuid)) { // it was dropped meanwhile, or sent by a window that waited long enough
      if (told?.url) report.last = told;
      continue;
    }
    // Lines before this one may have to go first: this page learns so from the answer, or learnt it while it waited for it.
    if (told?.status >= 400 && (anew(told.page) || waiting(sheet)[0].uuid !== head.uuid)) continue;
    // Whoever answers without showing this sheet is not the app: a gate of the network, say.
    const stranger = told?.status < 400 && sheetOf(told.page) !== sheet;
    // A 400 says nothing about the line: a cookie is missing, the name of the server is another one, or a proxy garbled it.
    // And a device that only looks on may be let in meanwhile: the page says how.
    const onlooker = told?.status === 403 && told.page.querySelector("main [data-join]");
    if (onlooker && await renew()) continue;
    if (!told || stranger || onlooker || told.status >= 500 || told.status === 429 || told.status === 400) {
      report.hindrance = stranger ? null : told;
      report.silent = !report.hindrance;
      break;
    }
    report.sent.add(head.uuid);
    if (told.status >= 400) {
      put({ ...head, refused: told.status });
      report.refusal = { item: head, told };
      break;
    }
    report.last = told;
    remove(head);
    anew(told.page);
    acknowledged(head, told);
  }
  if (waiting(sheet).length) persist();
  return report;
});

// Have the browser keep what waits when it makes room. Some ask the user, so not before a line waits, and once a page.
let persisted = null;
export const persist = () => { persisted ??= navigator.storage?.persist?.().catch(() => {}) ?? true; };

// Keep the lines of a sheet here for now; answers how to let them go, or nothing where another window does not let go of them.
export function hold(sheet) {
  return new Promise((held) => {
    alone(sheet, (renew) => new Promise((release) => {
      const alive = setInterval(renew, LEASE / 4);
      held(() => { clearInterval(alive); release(true); });
    }), true).then((done) => done || held(null));
  });
}

// Act while no other window of this browser sends or holds the lines of a sheet; answers null where one does.
async function alone(sheet, act, patient = false) {
  const since = refusedSince.get(sheet) ?? Date.now();
  refusedSince.set(sheet, since);
  const done = await (navigator.locks ? locked : leased)(START + sheet, (renew) => {
    refusedSince.delete(sheet);
    return act(renew);
  }, patient, Date.now() - since > LEASE);
  return done ?? null;
}

// A page that the system put to sleep may keep its lock for ever, so it is taken over after a while.
function locked(name, act, patient, late) {
  const asleep = late && document.visibilityState === "visible";
  const how = asleep ? { steal: true } : patient ? { signal: AbortSignal.timeout?.(LEASE) } : { ifAvailable: true };
  return navigator.locks.request(name, how, (lock) => lock && act(() => {})).catch(() => null);
}

// The same by a note in the storage, for pages that are not secure. Where nothing is stored, nothing is shared either.
async function leased(name, act, patient) {
  const key = `lease:${name}`, owner = uuid(), until = Date.now() + (patient ? LEASE : 0);
  const note = () => JSON.parse(localStorage.getItem(key));
  const renew = () => localStorage.setItem(key, JSON.stringify({ owner, until: Date.now() + LEASE }));
  const taken = () => { const left = (note()?.until ?? 0) - Date.now(); return left > 0 && left <= LEASE; };
  try {
    for (; taken(); await pause(200)) if (Date.now() >= until) return null;
    renew();
  } catch { return act(() => {}); }
  await pause(20 + Math.random() * 40);
  if (note()?.owner !== owner) return null;
  try { return await act(renew); } finally { if (note()?.owner === owner) localStorage.removeItem(key); }
}
const pause = (time) => new Promise((done) => { setTimeout(done, time); });

addEventListener("beforeunload", (event) => { if (memory.size) event.preventDefault(); });
