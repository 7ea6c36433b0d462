// The live sentence: the server is asked what the form as it stands would give. It alone knows the rules.
import { outlook } from "./outbox.js";
import { cleared } from "./refused.js";

const make = (tag, fields) => Object.assign(document.createElement(tag), fields);
export function preview(form) {
  const phrase = form.querySelector("[data-phrase]");
  const doubts = form.querySelector("[data-doubts]");
  let asked = null;
  form.classList.toggle("whole", phrase.textContent.trim() !== "");
  async function ask() {
    asked?.abort();
    const mine = (asked = new AbortController());
    form.ariaBusy = "true";
    try {
      const answer = await outlook(form) ?? await fetch(form.dataset.preview, { method: "POST", body: new URLSearchParams(new FormData(form)), signal: mine.signal });
      if (mine !== asked) return;
      if (answer.ok) show(await answer.json());
      else silent();
    } catch { if (mine === asked) silent(); } // aborted, or no network: the form still works without the sentence
    if (mine === asked) form.ariaBusy = "false";
  }
  // What was said of fewer figures is no longer true.
  function silent() {
    phrase.textContent = "";
    form.classList.add("whole"); // as far as anybody knows
    for (const slot of form.querySelectorAll("[data-hint]")) slot.textContent = "";
  }
  function show(told) {
    if (told.phrase) cleared(form);
    // A refusal that stands beside its field already is not said a second time.
    const standing = [...form.querySelectorAll(".errors p")].map((said) => said.textContent);
    phrase.textContent = told.phrase || (standing.includes(told.faulty) ? "" : told.faulty);
    phrase.classList.toggle("waiting", !told.phrase);
    form.classList.toggle("whole", Boolean(told.phrase));
    for (const slot of form.querySelectorAll("[data-hint]")) slot.textContent = told.hints[slot.dataset.hint] ?? "";
    const ticked = new Set([...doubts.querySelectorAll("input:checked")].map((box) => box.value));
    const kept = [...doubts.querySelectorAll("input")].map((box) => box.value).join();
    if (kept === told.doubts.map((doubt) => doubt.code).join()) return;
    doubts.replaceChildren(...told.doubts.map((doubt) => {
      const label = make("label", { className: "doubt" }), text = make("span");
      text.append(doubt.text, " ", make("b", { textContent: doubt.sure }));
      label.append(make("input", { type: "checkbox", name: "sure", value: doubt.code, checked: ticked.has(doubt.code) }), text);
      return label;
    }));
  }
  form.addEventListener("input", ask);
  if (form.querySelector("input:checked:not([name=donneur], .aside *, .more *)")) ask();
}
