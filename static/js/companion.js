// A helper whose buttons the server answers, as it alone knows the rules: each tap sends the form as it stands, and what comes back
// is put in its place. Taps wait for each other, and no button is replaced under a finger. Nothing is written.
const PATIENCE = 8000;
const typed = (form) => new URLSearchParams(new FormData(form));

export function companion(form) {
  const box = form.querySelector("details[data-asks]");
  if (!box) return;
  const noted = box.querySelector("input");
  let shown = noted.value, before = Promise.resolve();

  async function answer(value) {
    const sent = typed(form), body = new URLSearchParams(sent);
    if (value) body.set("geste", value);
    const told = await fetch(box.dataset.asks, { method: "POST", body, signal: AbortSignal.timeout?.(PATIENCE) });
    const page = new DOMParser().parseFromString(await told.text(), "text/html"), fresh = page.querySelector("details[data-asks]");
    if (!told.ok || !fresh) throw new Error("no answer", { cause: page.querySelector(".conflict")?.textContent });
    follow(fresh);
    const now = typed(fresh.closest("form"));
    for (const field of form.elements) if (field.name && field.type !== "hidden" && now.get(field.name) !== sent.get(field.name)) set(field, now.get(field.name));
    shown = noted.value;
    noted.dispatchEvent(new Event("input", { bubbles: true }));
  }
  function set(field, text) {
    if (/checkbox|radio/.test(field.type)) field.checked = field.value === text; else field.value = text ?? "";
  }
  // The same elements with the words and the looks of the answer.
  function follow(fresh) {
    const mine = [...box.querySelectorAll("*")], theirs = [...fresh.querySelectorAll("*")];
    mine.forEach((each, place) => {
      const other = theirs[place];
      for (const { name, value } of other.attributes) if (name !== "value" && each.getAttribute(name) !== value) each.setAttribute(name, value);
      if (!other.children.length && each.textContent !== other.textContent) each.textContent = other.textContent;
    });
  }
  const ask = (value) => (before = before.then(() => answer(value)).catch(({ cause }) => { box.querySelector(".asked").textContent = cause ?? box.dataset.alone; }));

  box.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button?.value) return;
    event.preventDefault();
    ask(button.value);
  });
  box.addEventListener("toggle", () => { if (box.open) ask(""); }); // the buoys may be others now
  form.addEventListener("input", () => { if (noted.value !== shown) { shown = noted.value; ask(""); } }); // what was half typed came back
}
