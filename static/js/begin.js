// The page that begins an evening: what is half typed outlives a reload, and a line says which tables the list makes.
import { fill, typed } from "./draft.js";

const form = document.querySelector("form.begin");
let timer;
form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(count, 400);
  try { sessionStorage.setItem("begin", `${location.href}\n${typed(form)}`); } catch { /* nothing is stored here */ }
});
async function count() {
  const body = new FormData(form);
  body.set("compter", "1");
  const answer = await fetch(form.action, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.getElementById("compte").replaceWith(page.getElementById("compte"));
}
try {
  const [where, text] = sessionStorage.getItem("begin").split("\n");
  if (where === location.href && !form.querySelector("[role=alert]")) fill(form, text);
} catch { /* nothing was typed */ }
