// A number that nobody else is to see: it is not there any more when somebody comes back to the page.
import { keypad } from "./keypad.js";

export function secret() {
  const form = document.querySelector("form.secret:not(.with-keys)");
  if (!form) return;
  keypad(form);
  form.addEventListener("submit", () => addEventListener("pagehide", () => form.reset(), { once: true }));
}
