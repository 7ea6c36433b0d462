// Whether the server of this page answers, and where it went: another address of the house that proves to be it is one tap away.
const EVERY = 5000; // between two questions while nothing else is heard of it
const AGAIN = 1000; // the same while it does not answer
const PATIENCE = 1500; // how long an answer may take
const GONE = 10000; // how long it may be silent before the page says so
let heard = Date.now(), lost = false, missed = false, timer = null; // the last answer; nobody answers; the network itself was asked

const shown = () => document.visibilityState === "visible";
const box = () => document.querySelector(".alone");
export const gone = () => lost;

const ask = (url) => fetch(url, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout?.(PATIENCE) });

async function look() {
  clearTimeout(timer);
  if (!shown()) return;
  if (lost || Date.now() - heard >= EVERY - AGAIN) await ask("/securise/oui").then(() => tell(true), miss);
  clearTimeout(timer);
  timer = setTimeout(look, lost ? AGAIN : EVERY);
}

function miss() {
  missed = true;
  tell(false);
}

// Anybody who hears of the server, or does not, says so here.
export function tell(there) {
  const before = lost;
  lost = !there;
  if (there) {
    heard = Date.now();
    delete document.body.dataset.alone;
    if (before && missed) dispatchEvent(new Event("there"));
    missed = false;
  } else if (Date.now() - heard >= GONE) {
    document.body.dataset.alone = "";
    search();
  } else if (!before) look();
}

// By its other addresses and its name, as they were while it answered; a machine that only copies the evening does not answer.
async function search() {
  const way = box()?.querySelector("[data-ways]"), [challenge, proof] = (localStorage.getItem("pass-proof") ?? "").split(" ");
  if (!way || !proof || way.dataset.searching) return;
  way.dataset.searching = "yes";
  const urls = way.dataset.ways.split(" ").filter((url) => url && new URL(url).origin !== location.origin);
  const there = await Promise.all(urls.map((url) => ask(`${url}porter/ici?defi=${challenge}`).then((answer) => answer.text()).then((text) => text === proof, () => false)));
  const found = urls[there.indexOf(true)], button = box().querySelector("[data-found]");
  button.hidden = !found;
  if (found) Object.assign(button, { textContent: button.dataset.found.replace("#", new URL(found).host) }).dataset.carry = found;
  delete way.dataset.searching;
}

addEventListener("offline", miss);
for (const name of ["online", "pageshow", "visibilitychange"]) addEventListener(name, look);
timer = setTimeout(look, EVERY);
