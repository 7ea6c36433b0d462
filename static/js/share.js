// What is half typed goes to the server once the hand rests: the sheet's other devices, and this one after a loss, find it there.
// Where a newer one is there already it stays here.
import { answered, kept } from "./draft.js";
import { passed } from "./follow.js";
import { post, sheetOf, waiting } from "./queue.js";

const REST = 4000, AGAIN = 15000;
let form = null;
let timer = null;

const sheet = () => sheetOf(document);
const rang = () => form.elements.rang.value;

// Called for every page that is shown: its form for the next line, if it has one.
export function share(entry) {
  form = entry;
  if (unsent()) soon();
}
export function soon(wait = REST) {
  clearTimeout(timer);
  timer = setTimeout(send, wait);
}
// What only this browser has. Behind lines that wait, it is for a number that the server does not know yet.
export function unsent() {
  const draft = form && kept(sheet(), rang());
  return draft && !draft.sent && !draft.refused && !waiting(sheet()).length ? draft : null;
}

function bodyOf(draft) {
  const body = new URLSearchParams(draft.text);
  body.set("rang", rang());
  body.set("age", Math.max(0, Math.round((Date.now() - draft.at) / 1000)));
  if (!draft.text) body.set("vider", "1");
  return body;
}

async function send() {
  const draft = unsent();
  if (!draft) return;
  const told = await post({ url: form.dataset.share, body: bodyOf(draft).toString() }).catch(() => null);
  if (!told || told.status >= 500 || told.status === 429) { soon(AGAIN); return; }
  const [version, before, now] = (told.draft ?? "").split(" ").map(Number);
  answered(sheet(), draft, told.status < 300 ? version : 0);
  if (told.status < 300 && now) passed(before, now);
}

addEventListener("online", () => soon(0));
addEventListener("visibilitychange", () => {
  const draft = document.visibilityState === "hidden" ? unsent() : null;
  if (!draft) return;
  const body = bodyOf(draft);
  body.set("csrf_token", form.elements.csrf_token.value);
  navigator.sendBeacon?.(form.dataset.share, body); // whether it arrived is asked when the page is back
});
