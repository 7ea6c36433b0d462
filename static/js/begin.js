// The page that begins an evening: what is half typed outlives a reload, and a line says which tables the list makes.
import { outlive } from "./draft.js";

const form = document.querySelector("form.begin");
let timer;
form.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(count, 400); });
async function count() {
  const body = new FormData(form);
  body.set("compter", "1");
  const answer = await (await fetch(form.action, { method: "POST", body })).text();
  const page = new DOMParser().parseFromString(answer, "text/html");
  document.getElementById("compte").replaceWith(page.getElementById("compte"));
}
outlive(form);
if (form.elements.liste.value) count(); // pasted before this ran, or those of the last time
