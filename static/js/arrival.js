// What a tablet brings from another address: shown first, and after a tap written down here and sent like any line that waits.
// The fragment may be anybody's: only lines for sheets of this server are taken from it.
import "./badge.js";
import "./install.js";
import { deliver, put, waiting } from "./queue.js";

const LINE = /^\/parties\/(\d{1,9})\/(?:saisies|annuler)$/;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOST = 5000;
const box = document.querySelector("[data-arrival]");
const status = box.querySelector("[role=status]");
const say = (text, count = "") => { status.textContent = text.replace("#", count); };

function unpack() {
  const text = atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (sign) => sign.charCodeAt(0))));
}

const short = (text) => (typeof text === "string" ? text.slice(0, 300) : "");

// A line as this page would have made it, or nothing.
function sound(item) {
  try {
    const { pathname } = new URL(item.url, location.href), sheet = LINE.exec(pathname)?.[1];
    const body = new URLSearchParams(String(item.body).slice(0, 20000));
    body.delete("csrf_token");
    if (!sheet || !ID.test(item.uuid) || body.get("uuid") !== item.uuid || !Number.isInteger(item.rang)) return [];
    const undo = pathname.endsWith("annuler") || undefined;
    return [{ url: pathname, uuid: item.uuid, body: body.toString(), undo, sheet, rang: item.rang, at: Number(item.at) || 0, label: short(item.label), said: short(item.said) }];
  } catch { return []; }
}
const all = (list) => (Array.isArray(list) ? list.slice(0, MOST) : []).flatMap((item) => item ?? []);

function read() {
  if (location.hash.length < 2) return null;
  try {
    const told = unpack(), lines = all(told.lines).flatMap(sound);
    // What the same life wrote down it still has.
    const again = all(told.kept).filter(({ epoch }) => epoch !== document.body.dataset.epoch).flatMap(sound);
    return { pass: String(told.pass ?? ""), lines, again, drafts: told.drafts ?? {}, page: /^\/(?!\/)[\w/-]*$/.exec(told.page)?.[0] ?? "/" };
  } catch {
    say(box.dataset.cut);
    return null;
  }
}

function show({ lines, again }) {
  if (!lines.length) box.querySelector("[data-lines]").remove();
  box.querySelector("[data-none]").hidden = true;
  box.querySelector("[data-brought]").hidden = false;
  box.querySelector("ul").replaceChildren(...lines.map(({ label, rang, said }) => {
    const textContent = [label.replace(/ · [^·]*$/, ""), rang, said].filter(Boolean).join(" · ");
    return Object.assign(document.createElement("li"), { textContent });
  }));
  const more = box.querySelector("[data-again]");
  more.hidden = !again.length;
  more.textContent = more.dataset.again.replace("#", again.length);
}

function store(drafts) {
  try {
    for (const [sheet, draft] of Object.entries(drafts)) {
      const key = `draft:${sheet}`, sane = /^\d{1,9}$/.test(sheet) && typeof draft?.text === "string" && typeof draft.rang === "string";
      if (sane && !localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify({ rang: draft.rang, text: draft.text, at: Number(draft.at) || 0 }));
    }
  } catch { /* nothing is stored here */ }
}

// The table and the sheets first: without them nothing may be written here.
async function admitted(pass) {
  const body = new URLSearchParams({ passe: pass, csrf_token: box.querySelector("[name=csrf_token]").value });
  const answer = await fetch("/porter", { method: "POST", body }).catch(() => null);
  if (answer?.ok) return true;
  say(answer?.status === 404 ? box.dataset.stranger : box.dataset.later);
  return false;
}

async function send(brought, button) {
  button.disabled = true;
  if (await admitted(brought.pass)) await take(brought, button);
  button.disabled = false;
}

// The bar of this page sends too, and one of them at a time.
async function leave(sheet) {
  for (let times = 0; times < 100 && waiting(sheet).length; times += 1) {
    if (await deliver(sheet)) return;
    await new Promise((done) => { setTimeout(done, 200); });
  }
}

async function take({ lines, again, drafts, page }, button) {
  store(drafts);
  for (const line of [...again, ...lines]) put(line);
  history.replaceState(null, "", location.pathname);
  button.hidden = true;
  const labels = new Map([...again, ...lines].map(({ sheet, label }) => [sheet, label]));
  for (const sheet of labels.keys()) await leave(sheet);
  const left = waiting().length;
  say(left ? box.dataset.left : box.dataset.sent, left);
  if (!left) document.querySelector(".notice").replaceChildren(); // this page may be older than the takeover
  const wanted = new Set(lines.map(({ sheet }) => sheet)), sheets = [...(wanted.size ? wanted : labels.keys())];
  const to = sheets.length ? sheets.map((sheet) => [`/parties/${sheet}`, labels.get(sheet).replace(/ · [^·]*$/, "") || sheet]) : [[page, box.dataset.goOn]];
  box.querySelector(".actions").replaceChildren(...to.map(([href, textContent]) => Object.assign(document.createElement("a"), { className: "button-link primary", href, textContent })));
}

function start() {
  const brought = read();
  if (!brought) return;
  show(brought);
  const button = box.querySelector("[data-brought] button");
  button.addEventListener("click", () => send(brought, button));
}
start();
