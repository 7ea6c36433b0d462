// A number that nobody else is to see: it is not there any more when somebody comes back to the page.
import { keypad } from "./keypad.js";

function secret() {
  const form = document.querySelector("form.secret:not(.with-keys)");
  if (!form?.querySelector("[data-keypad]")) return;
  keypad(form);
  form.addEventListener("submit", () => addEventListener("pagehide", () => form.reset(), { once: true }));
}

secret();
new MutationObserver(secret).observe(document.body, { childList: true, subtree: true }); // the page is shown anew when others note theirs
