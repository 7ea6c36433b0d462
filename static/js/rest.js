// The tablet lying on the table: it follows what is written elsewhere, and remembers how this device wants to lie.
import { follow, older, saw } from "./follow.js";
import { stayAwake } from "./awake.js";
import { after, choose } from "./idle.js";

const PATIENCE = 8000;

async function look() {
  const answer = await fetch(location.href, { signal: AbortSignal.timeout?.(PATIENCE) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html"), fresh = page.querySelector("[data-shown]");
  if (answer.ok && fresh && !older(page)) {
    saw(page);
    const before = document.querySelector(".rest-last")?.textContent;
    document.querySelector("[data-shown]").replaceWith(fresh);
    for (const part of [".rest-back", "header.bar"]) document.querySelector(part).replaceWith(page.querySelector(part));
    const last = document.querySelector(".rest-last")?.textContent ?? "";
    if (last !== before) document.querySelector("[data-said]").textContent = last.trim();
    dispatchEvent(new Event("outbox")); // the bar is a new one
  }
  return answer.status < 500;
}

const minutes = document.querySelector("[data-idle]");
minutes.hidden = false;
minutes.value = after();
minutes.addEventListener("change", () => choose(minutes.value));
choose(minutes.value, document.querySelector(".rest.turned") !== null);

follow(look, (alive) => { document.querySelector("[data-lost]").hidden = alive; });
stayAwake();
