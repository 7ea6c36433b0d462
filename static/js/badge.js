// The lines that wait in this browser are counted in the bar, with a way to each sheet, and leave from whichever page is open.
// Those of the sheet that is open are its own page's to send.
import { gone, tell } from "./away.js";
import "./carry.js";
import { anew, concerns, deliver, remove, sheetOf, waiting } from "./queue.js";

let timer = null, delay = 2000, busy = false;

const badge = () => document.querySelector(".bar .waiting");

function bySheet() {
  const sheets = new Map();
  for (const item of waiting()) sheets.set(item.sheet, [...(sheets.get(item.sheet) ?? []), item]);
  return [...sheets.values()];
}

function show() {
  const box = badge(), own = document.querySelector(".outbox") && sheetOf(document); // its page counts its own
  const sheets = bySheet().filter(([{ sheet }]) => sheet !== own);
  if (!box) return;
  const count = sheets.flat().length;
  box.hidden = !count;
  const text = count === 1 ? box.dataset.one : box.dataset.many.replace("#", count);
  if (box.firstElementChild.textContent !== text) box.firstElementChild.textContent = text;
  box.lastElementChild.replaceChildren(...sheets.flatMap((lines) => entry(box.dataset, lines)));
  for (const mark of document.querySelectorAll("[data-waits]")) {
    const mine = sheets.find(([{ sheet }]) => sheet === mark.dataset.waits)?.length ?? 0;
    mark.hidden = !mine;
    mark.textContent = mine === 1 ? box.dataset.one : box.dataset.many.replace("#", mine);
  }
}

function entry(words, lines) {
  const [{ refused, url, sheet }] = lines;
  const name = lines.find((item) => item.label)?.label.replace(/ · [^·]*$/, "") ?? sheet;
  const link = document.createElement("a"), gone = refused === 404;
  link.href = url.replace(/\/[^/]*$/, "");
  link.textContent = [name, lines.length, gone ? words.gone : refused ? words.refused : ""].filter(Boolean).join(" · ");
  if (!gone) return [link];
  const drop = document.createElement("button"); // no page would show these lines any more
  drop.type = "button";
  drop.textContent = words.drop;
  drop.addEventListener("click", () => { for (const item of lines) remove(item); });
  return [link, drop];
}

// A line that was refused is for its sheet to show, with those behind it.
const ready = () => bySheet().map(([head]) => head).filter((head) => !head.refused && head.sheet !== sheetOf(document));

async function send() {
  clearTimeout(timer);
  if (busy) return;
  if (gone()) { timer = setTimeout(send, delay); return; } // or sooner, when the server is heard of
  busy = true;
  let any = false;
  for (const { sheet } of ready()) {
    const report = await deliver(sheet);
    any = Boolean(report?.last) || any;
    if (report?.silent) tell(false);
  }
  busy = false;
  show();
  delay = any ? 2000 : Math.min(delay * 1.5, 15000);
  if (ready().length) timer = setTimeout(send, delay * (0.75 + Math.random() / 2));
}

addEventListener("outbox", show);
addEventListener("storage", (event) => { if (concerns(event.key)) show(); });
for (const name of ["there", "pageshow", "visibilitychange"]) addEventListener(name, () => { show(); send(); });
anew(document);
show();
send();
