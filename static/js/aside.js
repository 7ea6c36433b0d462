// The form of an adjustment takes the place of that of the next line, without asking the server for a page.
import { uuid } from "./uuid.js";

const OF_PAGE = ["csrf_token", "uuid", "rang", "tour", "feuille", "table"];

export function aside(start) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-adjust]"), ready = document.querySelector("template.adjust");
    const entry = document.querySelector("form.entry[data-part]");
    if (!link || !ready || !entry) return;
    event.preventDefault();
    const form = ready.content.firstElementChild.cloneNode(true);
    form.append(...OF_PAGE.map((name) => entry.elements[name].cloneNode()));
    form.elements.uuid.value = uuid();
    form.dataset.aside = "here";
    form.id = entry.id;
    entry.replaceWith(form);
    link.closest("details").open = false;
    start();
  });
}
