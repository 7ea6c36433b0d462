// The score without a network. The rules themselves run in a worker, over the sheet as the server told it last and the lines that
// wait. Both are fetched once a sheet has been open for a while; where anything is missing or fails, the page says nothing more.

const AWHILE = 60000; // how long a sheet is open before the rules are fetched
const SETTLED = 4000; // how long it stands before it is fetched as data
const PATIENCE = 8000; // how long a line that was marked waits for its judgement
const FAILURES = 3; // after so many in a row the rules are not asked again
const opened = Date.now();
let base = null; // the sheet as data, with the mark of the page that shows the same
let timer = null, ready = false; // the rules are here
let worker = null, failures = 0, number = 0;
let counted = "", sought = null; // the lines that the worker counts now; whether a page opened without a network looked for what is kept
let shown = null; // what the worker said last: rows and standing, and of which lines
let differing = ""; // the totals that were shown, where the server's are others
const asked = new Map();
let gone = () => false; // whether the server is silent
let cleared, refused; // how the page takes a refusal back, and shows it
let note = ""; // what to say where the server counted otherwise

export function begin(silent, marks) { gone = silent; ({ cleared, refused } = marks); }
const alone = () => gone() || !navigator.onLine;
const part = () => document.querySelector("form.entry")?.dataset ?? {};
const fields = (body) => {
  const text = new URLSearchParams(body);
  return Object.fromEntries([...new Set(text.keys())].map((name) => [name, text.getAll(name)]));
};
const countable = (list) => list.every((item, place) => !item.undo && item.rang === base.next + place);
const known = () => ready && base.mark === part().part;

// Fetch what is missing, when nobody is busy and the server answers.
function prepare() {
  clearTimeout(timer);
  timer = setTimeout(() => (window.requestIdleCallback ?? setTimeout)(async () => {
    await fetched().catch(() => {});
    if (!ready && base?.script !== "") prepare(); // the server was silent for a moment, or busy
  }, { timeout: SETTLED }), ready ? SETTLED : AWHILE / 4);
}
async function fetched() {
  const { preview, part: mark } = part(), away = alone();
  if (!mark || (away && ready) || (ready && base.mark === mark)) return;
  if (!away && Date.now() - opened < AWHILE) return;
  const url = preview.replace(/apercu$/, "base.json");
  const answer = await fetch(url, { headers: differing ? { "X-Counted": differing } : {} }); // for the server's log
  if (!answer.ok) return;
  base = await answer.json();
  differing = "";
  if (ready || !base.script) return;
  const script = await fetch(base.script);
  await script.arrayBuffer(); // whole, or the browser keeps none of it
  ready = script.ok;
}

// A worker that says nothing in time is stopped; the next question begins another, three times in a row at most.
function ask(question) {
  if (failures >= FAILURES) return Promise.resolve(null);
  if (!worker) {
    worker = new Worker(base.script);
    worker.addEventListener("message", ({ data }) => { worker.awake = true; failures = 0; asked.get(data.number)?.(data.text); });
    worker.addEventListener("error", ended);
  }
  if (worker.mark !== base.mark) question.base = base;
  worker.mark = base.mark;
  number += 1;
  const mine = number, text = JSON.stringify(question);
  after(3 * PATIENCE, () => { if (asked.has(mine)) ended(); });
  return new Promise((answer) => {
    asked.set(mine, (told) => { asked.delete(mine); answer(told && JSON.parse(told)); });
    worker.postMessage({ number: mine, text });
  });
}
function ended() {
  failures += 1;
  worker?.terminate();
  worker = null;
  for (const answer of [...asked.values()]) answer(null);
}
const after = (time, act) => AbortSignal.timeout?.(time).addEventListener("abort", act);
const late = () => new Promise((done) => { after(PATIENCE, () => done(null)); });

// What a form as it stands would give after the lines that wait before it; nothing where that is not known here, or not in time.
async function judged(form, waiting, marked) {
  if (!alone() || "sealed" in form.dataset || !("outbox" in form.dataset) || (marked && !worker?.awake)) return null;
  const { rang, uuid } = form.elements, list = waiting.filter((item) => item.rang < rang.value && item.uuid !== uuid.value);
  if (!known() || !countable(list)) return null;
  const answer = ask({ waiting: list.map((item) => fields(item.body)), fields: fields(new FormData(form)) });
  return (await (marked ? Promise.race([answer, late()]) : answer))?.line ?? null;
}

// The same as an answer of the server.
export const outlook = async (form, waiting) => { const told = await judged(form, waiting); return told && { ok: true, json: () => told }; };

// Whether a line that was marked may wait; what the rules refuse is said where the server would say it.
export async function allowed(form, waiting, focus, enter) {
  if (!alone() || !worker?.awake) { enter(); return; }
  form.inert = true;
  const told = await judged(form, waiting, true);
  form.inert = false;
  if (!form.isConnected) return;
  if (!told || told.ready) { enter(); return; }
  cleared(form);
  const rest = told.errors.flatMap(([name, said]) => {
    const place = form.querySelector(`[data-errors="${CSS.escape(name)}"]`), texts = said.filter(Boolean);
    place?.replaceChildren(...texts.map((text) => made("p", text)));
    place?.setAttribute("role", "alert");
    if (place) form.querySelector(`:not([type=hidden])[name="${CSS.escape(name)}"]`)?.setAttribute("aria-invalid", "true");
    return place ? [] : texts;
  });
  const phrase = form.querySelector("[data-phrase]"), whole = [...told.whole, ...rest].join(" ");
  if (whole) phrase.textContent = whole;
  phrase.classList.toggle("waiting", Boolean(whole) || !told.phrase);
  refused(form, focus);
}

// The rows that wait with their figures, and the totals after them; `changed` once they are others.
export async function count(list, changed) {
  const banner = document.querySelector(".outbox");
  if (list.length) note = "";
  else if (note) say(banner, note);
  if (!list.length && !alone()) prepare();
  if (!ready && alone() && list.length && !sought) sought = fetched().then(changed, () => {}); // this page was opened without a network
  const text = JSON.stringify(list.map(({ rang, body }) => [rang, body]));
  if (!alone() || !known() || !countable(list) || (!list.length && !shown)) return;
  if (shown?.text !== text) {
    if (counted === text) return;
    counted = text;
    const told = await ask({ waiting: list.map((item) => fields(item.body)), slate: Boolean(document.querySelector(".chalk-slate")) });
    counted = "";
    if (!told) return;
    shown = { ...told, text, list };
    changed();
    return;
  }
  shown.rows.forEach((row, place) => write(row, list[place], banner.dataset.pending));
  stand(shown.standing);
  if (list.length) banner.querySelector("p").append(` ${shown.standing.provisional}`);
}
function say(banner, sentence) {
  banner.hidden = false;
  banner.querySelector("p").textContent = sentence;
}

// The server has spoken: whether its totals are others than those that stood here, while nobody else wrote.
export function settled(page, left) {
  const was = shown, rang = Number(page.querySelector("form.entry [name=rang]")?.value ?? 0);
  if (left.length) return;
  shown = null;
  if (!was?.list.length || !base || (rang && rang !== base.next + was.list.length)) return;
  const totals = [...page.querySelectorAll(".totals .total b")].map((total) => total.textContent.trim());
  if (totals.join() === was.standing.totals.join()) return;
  differing = encodeURIComponent(`${was.standing.totals.join()} / ${totals.join()}`);
  note = was.standing.differs;
}

function write({ brief, cells, phrase }, item, pending) {
  const line = document.querySelector(`[data-pick="${CSS.escape(item.uuid)}"]`), row = line?.closest("tr");
  if (!row || !brief) return;
  line.textContent = `${item.rang} · ${brief}`;
  line.ariaLabel = `${line.textContent} · ${pending}`;
  const opened = line.nextElementSibling;
  if (opened && !opened.querySelector("p")) opened.prepend(made("p", phrase));
  if (document.querySelector(".sheet-table.grid")) {
    const [place] = fields(item.body).case ?? [""], figure = cells[parseInt(place, 10)];
    document.querySelector(`.cell [name=case][value="${CSS.escape(place)}"]`)?.nextElementSibling.replaceChildren(made("b", figure || "—"));
    return;
  }
  if (row.cells.length > 1) return;
  row.cells[0].colSpan = 2;
  for (const figure of cells) row.insertCell().append(made("b", figure));
  for (const cell of [...row.cells].slice(1)) cell.className = "num";
}

const made = (tag, textContent) => Object.assign(document.createElement(tag), { textContent });

const drawn = (tag, texts) => {
  const shape = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, text] of Object.entries(texts)) shape.setAttribute(name, text);
  return shape;
};
function chalk(slate, { title, strokes, letters }) {
  slate.ariaLabel = title;
  for (const old of slate.querySelectorAll(".mark, text")) old.remove();
  for (const [tone, width, d] of strokes) {
    const mark = drawn("g", { class: `mark ${tone}`, "stroke-width": width });
    mark.append(drawn("path", { d, pathLength: 100 }));
    if (["ink", "fresh", "rubbed"].includes(tone)) mark.append(drawn("path", { class: "grain", d }));
    slate.append(mark);
  }
  for (const [text, x, y, size, turned] of letters) {
    const word = drawn("text", { x, y, "text-anchor": "middle", "font-size": size, fill: "#222", stroke: "none", ...turned && { transform: `rotate(180 ${x} ${y})` } });
    word.textContent = text;
    slate.append(word);
  }
}

function stand({ totals, leads, progress, over, deals, dealer, slate }) {
  const board = document.querySelector(".chalk-slate");
  if (slate && board) chalk(board, slate);
  const mark = document.querySelector(".totals .dealer");
  document.querySelectorAll(".totals .total").forEach((head, place) => {
    head.querySelector("b").textContent = totals[place];
    head.classList.toggle("leads", leads.includes(place));
    if (place === deals && mark) head.querySelector(".who").prepend(mark);
  });
  const spoken = mark?.querySelector(".sr");
  if (spoken) spoken.textContent = `${spoken.textContent.replace(/:.*/s, ":")} ${dealer}, `;
  if (mark) mark.hidden = !dealer;
  const sentence = [...document.querySelectorAll(".sheet .progress, .sheet .body>p.sr")].at(-1);
  if (sentence && over) sentence.className = "progress"; // how it ended, above a grid too
  if (sentence) sentence.textContent = progress;
  else if (progress) document.querySelector(".sheet .body")?.append(Object.assign(made("p", progress), { className: "progress" }));
}
