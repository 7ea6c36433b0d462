// The form of a house's own game: what follows from an answer is renewed while one types, and every line of the text has its number.
const form = document.querySelector("form.asking");
let asked = null, wait = 0;

// A part in which somebody writes stays; where one was chosen in it, the choice keeps the focus.
function put(page) {
  for (const part of form.querySelectorAll("[data-part]")) {
    const next = page.querySelector(`[data-part="${part.dataset.part}"]`), here = document.activeElement;
    const inside = part.contains(here);
    if (!next || (inside && here.matches("textarea, input:not([type=radio], [type=checkbox])"))) continue;
    part.querySelectorAll("details").forEach((fold, place) => { next.querySelectorAll("details")[place].open ||= fold.open; });
    part.replaceWith(next);
    if (inside) [...next.querySelectorAll(here.tagName)].find((one) => one.name === here.name && (here.matches("select") || one.value === here.value))?.focus();
  }
  number();
}

async function renew() {
  asked?.abort();
  const mine = (asked = new AbortController()), body = new FormData(form);
  body.set("renouveler", "1");
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams([...body].filter(([, value]) => typeof value === "string")), signal: mine.signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine === asked && page.querySelector("form.asking")) put(page);
  } catch { /* no network, or a later answer is under way: the buttons still work */ }
}

function number() {
  const area = form.querySelector("textarea.code"), lines = form.querySelector(".gutter");
  const rows = area.value.split("\n");
  area.rows = rows.length + 1;
  lines.replaceChildren(...rows.map((_, place) => lines.children[place] ?? Object.assign(document.createElement("span"), { textContent: place + 1 })));
}

form.addEventListener("input", ({ target }) => {
  asked = void asked?.abort(); // also what has arrived already was asked for before this input
  clearTimeout(wait);
  if (target.matches("textarea.code")) number();
  if (target.type !== "file") wait = setTimeout(renew, target.matches("input:not([type=radio], [type=checkbox]), textarea") ? 500 : 0);
});
number();
