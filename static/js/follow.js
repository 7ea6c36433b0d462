// Follow what is written elsewhere. The server says one number, over a stream where this browser gets one: how new the page could
// be. A page that is older fetches itself anew. Without a stream the number is asked for, which costs next to nothing.
const ASK = 1200; // between two questions
const RETRY = 60000; // before a stream is tried again where one was of no use
const FIRST = 5000, SILENCE = 25000; // after which a stream that says nothing is given up: one that just opened, any other
const PAUSE = 1000; // between two looks at the page
const AWAY = 3000; // before the next try where nobody answered

let act = null;
let alive = () => {};
let source = null, heard = 0, patience = FIRST, opened = 0;
let asking = null, due = null, looked = 0;
let seen = Number(document.body.dataset.seen), latest = seen; // the page, and what there is
let life = document.body.dataset.epoch, newest = life; // of which records
let left = "gaveWay" in document.body.dataset, away = left; // whether another machine holds them

const address = () => document.querySelector("[data-news]")?.dataset.news;
const shown = () => document.visibilityState === "visible";
const late = () => latest > seen || newest !== life || away !== left;
// A hall of phones does not ask all at once; whoever plays is to see it at once.
const spread = () => Math.random() * (document.querySelector("[data-live=onlooker], .joining") ? 1000 : 150);

// `look` fetches the page anew and answers whether that is done; `tell` is told whether anybody is there.
export function follow(look, tell = () => {}) {
  act = look;
  alive = tell;
  for (const name of ["visibilitychange", "pageshow"]) addEventListener(name, () => (shown() ? open() : close()));
  addEventListener("pagehide", close);
  setInterval(() => { if (source && Date.now() - heard > patience) failed(); }, 2000);
  open();
}

// A page that was fetched is shown now. Where the evening goes on is for every page to say, whatever part of it is shown anew.
export function saw(page) {
  const gone = "gaveWay" in page.body.dataset, notice = page.querySelector(".notice");
  if (gone !== left && notice) document.querySelector(".notice").replaceWith(document.importNode(notice, true));
  left = gone;
  const number = Number(page.body.dataset.seen);
  seen = page.body.dataset.epoch === life ? Math.max(seen, number) : number;
  life = page.body.dataset.epoch;
}

// This page itself made what is new between these two versions.
export function passed(before, now) {
  if (seen >= before) seen = Math.max(seen, now);
}

// Whether it would be a step back: what is shown came later, with the answer to a line, say.
export const older = (page) => page.body.dataset.epoch === life && Number(page.body.dataset.seen) < seen;

function open() {
  if (source || !shown() || !address()) return;
  clearTimeout(asking);
  opened = heard = Date.now();
  patience = FIRST;
  source = new EventSource(address());
  source.onmessage = ({ data }) => { patience = SILENCE; told(JSON.parse(data)); };
  source.onerror = () => { if (source?.readyState === EventSource.CLOSED) failed(); else { heard = Date.now(); alive(false); } };
  source.addEventListener("elsewhere", () => { close(); ask(); }); // another window of this browser has it now
}

function close() {
  clearTimeout(asking);
  source?.close();
  source = null;
}

const failed = () => { close(); ask(); };

async function ask() {
  clearTimeout(asking);
  let wait = AWAY;
  try {
    const answer = await fetch(address(), { headers: { Accept: "application/json" }, signal: AbortSignal.timeout?.(2 * AWAY) });
    if (answer.ok) {
      const now = await answer.json();
      told(now);
      wait = ASK;
      if (now.free && Date.now() - opened > RETRY) open();
    }
  } catch { alive(false); }
  if (!source && shown()) asking = setTimeout(ask, wait * (0.8 + Math.random() * 0.4));
}

function told({ epoch, version, gave_way: gone }) {
  heard = Date.now();
  alive(true);
  latest = epoch === newest ? Math.max(latest, version) : version;
  newest = epoch;
  away = gone;
  if (late()) soon();
}

function soon() {
  due ??= setTimeout(look, spread() + Math.max(0, looked + PAUSE - Date.now()));
}

async function look() {
  const wanted = latest, where = away;
  if (late() && shown()) {
    const done = await act().catch(() => false);
    looked = Date.now() + (done ? 0 : AWAY - PAUSE);
    if (done) [seen, left] = [Math.max(seen, wanted), where];
  }
  due = null;
  if (late() && shown()) soon();
}
