// The tablet lying on the table: it follows what is written elsewhere.
import { follow, older, saw } from "./follow.js";
import { stayAwake } from "./awake.js";

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

follow(look, (alive) => { document.querySelector("[data-lost]").hidden = alive; });
stayAwake();
