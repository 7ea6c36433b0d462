// Numbers that players note each for themselves, typed in the form of the line: each goes to the server by itself, and has a name in
// the form only once all are there. Without a network they stay in this browser, and are shown once all of them were typed here.
// It is fetched later than the queue, which is handed to it: a page has one.

const AGAIN = 15000, START = "hidden:";
const memory = {}; // the numbers, where the browser stores nothing
let post, sheetOf, waiting; // of the queue
let form = null;
let timer = null;
let sending = Promise.resolve(); // no number leaves twice
let setting = false; // nobody types
let hooks = null; // how another page is shown, and how the form's fields change without counting as typed

const rang = () => form.elements.rang.value;
const cells = () => [...form?.querySelectorAll("[data-hidden]") ?? []];

// What was typed here for a line, by seat: the number, whether the hand has left it, whether it was sent, and arrived.
const key = (sheet, line) => `${START}${sheet}:${line}`;
function typed(sheet, line) {
  try { return JSON.parse(localStorage.getItem(key(sheet, line)) ?? memory[key(sheet, line)] ?? "{}"); } catch { return {}; }
}
function change(sheet, line, seat, number) {
  const { [seat]: former, ...others } = typed(sheet, line);
  const text = JSON.stringify(number ? { ...others, [seat]: { ...former, ...number } } : others);
  try { localStorage.setItem(key(sheet, line), text); } catch { memory[key(sheet, line)] = text; }
}
function forgetWritten(sheet, line) {
  const first = Math.min(line, ...waiting(sheet).map((item) => item.rang));
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(key(sheet, "")) && Number(name.split(":")[2]) < first) localStorage.removeItem(name);
  } catch { /* nothing is stored here */ }
}

// Have a cell hold a number with a name, nothing, or a mark that its number is noted.
function set(cell, value, { name = false, noted = false } = {}) {
  if (name) cell.name = cell.id; else cell.removeAttribute("name");
  cell.toggleAttribute("data-noted", noted);
  cell.placeholder = noted ? "✓" : " ";
  cell.value = value;
  setting = true;
  cell.dispatchEvent(new Event("input", { bubbles: true }));
  setting = false;
}
const reveal = (cell, value) => set(cell, value, { name: true });
const mark = (cell) => set(cell, "", { noted: true });

// Called for every form that is shown; a line that is being put right has all its fields.
export function hidden(entry, { fixing, queue, ...others }) {
  ({ post, sheetOf, waiting } = queue);
  form = entry?.dataset.sealed ? entry : null;
  hooks = others;
  if (!form) return;
  forgetWritten(sheetOf(document), rang());
  if (fixing) for (const cell of cells().filter((each) => !each.name)) reveal(cell, "");
  else if (waiting(sheetOf(document)).length) anotherLine();
  else recall();
}
// The form is for another line by now.
export function anotherLine() {
  for (const cell of cells()) set(cell, "");
  recall();
}

// What was typed here before the page was shown anew.
function recall() {
  const here = typed(sheetOf(document), rang());
  for (const cell of cells().filter((each) => !each.name && (each.value || here[each.dataset.hidden]))) {
    const { text, left } = here[cell.dataset.hidden] ?? {};
    if (left) mark(cell); else if (text) cell.value = text; else if (!cell.closest(".active")) leave(cell); // typed before this script came
  }
  together(here);
  soon(0);
}

// All that were typed here are shown here, also without a network.
function together(here) {
  const hiding = cells().filter((cell) => !cell.name);
  if (hiding.length && hiding.every((cell) => here[cell.dataset.hidden]?.left)) hooks.quietly(() => { for (const cell of hiding) reveal(cell, here[cell.dataset.hidden].text); });
}

// Whether a number stands here that the hand has not left.
export const halfway = () => cells().some((cell) => !cell.name && cell.value !== "");

// Another page of the same line knows who else has noted a number, and all of them once everybody has.
export function heard(page) {
  const fresh = page.querySelector("form.entry[data-sealed]");
  if (!form || fresh?.elements.rang.value !== rang()) return;
  hooks.quietly(() => {
    for (const cell of cells().filter((each) => !each.name)) {
      const there = fresh.querySelector(`#${CSS.escape(cell.id)}`);
      if (there?.name) reveal(cell, there.value);
      else if (there && "noted" in there.dataset && cell.value === "") mark(cell);
    }
  });
  const [link, now] = [form, fresh].map((each) => each.querySelector("a.sealed"));
  if (link && now) link.replaceWith(now);
}

function soon(wait = AGAIN) {
  clearTimeout(timer);
  timer = setTimeout(sendAll, wait);
}

// Send what the server lacks for a line. Answers the last answer, the refusal of a number, which then is no longer here, or that
// nobody answered.
export const seal = (sheet, line, by = post) => (sending = sending.then(() => send(sheet, line, by)));

async function send(sheet, line, by) {
  let last = null;
  for (const [seat, { left, tried, there, body, url }] of Object.entries(typed(sheet, line))) {
    if (!left || there) continue;
    change(sheet, line, seat, { tried: navigator.onLine });
    const told = await by({ url, body }).catch(() => null), refused = told?.status === 409 || told?.status === 422;
    if (refused && !tried) {
      change(sheet, line, seat, null);
      return { refusal: told };
    }
    if (!refused && (!told || told.status >= 400)) return { silent: true };
    if (typed(sheet, line)[seat]?.body === body) change(sheet, line, seat, { there: true }); // or it had arrived, and no answer came back
    last = told;
  }
  return { last };
}

async function sendAll() {
  if (!form) return;
  const line = rang(), { refusal, silent, last } = await seal(sheetOf(document), line);
  if (silent) soon();
  if (!form || rang() !== line) return;
  if (refusal) { // the page that comes back says why, and takes another number
    hooks.show(refusal.html);
    import("./secret.js").catch(() => {});
  } else if (last) heard(last.page);
}

const own = ({ target }) => target.form === form && form && "hidden" in target.dataset && !target.name;

document.addEventListener("input", (event) => {
  if (!own(event) || setting) return;
  const { value: text, dataset } = event.target;
  if (text) delete dataset.noted;
  if (!("noted" in dataset)) change(sheetOf(document), rang(), dataset.hidden, text ? { text, left: false, tried: false, there: false } : null);
}, true);

// The hand goes on: the number is no longer seen here either.
function leave(cell) {
  const body = new URLSearchParams({ nombre: cell.value, place: cell.dataset.hidden });
  for (const name of ["rang", "feuille", "table"]) body.set(name, form.elements[name].value);
  change(sheetOf(document), rang(), cell.dataset.hidden, { text: cell.value, left: true, tried: false, there: false, url: form.dataset.sealed, body: body.toString() });
  mark(cell);
  together(typed(sheetOf(document), rang()));
  soon(0);
}
document.addEventListener("change", (event) => { if (own(event) && event.target.value !== "") leave(event.target); });
document.addEventListener("submit", (event) => {
  if (event.target === form) for (const cell of cells()) if (!cell.name && cell.value !== "") leave(cell);
}, true);
addEventListener("online", () => soon(0));
