// On every page, and small: whether lines wait in this browser, or were sent from it today, is looked after by badge.js.
function look() {
  try {
    if (Object.keys(localStorage).some((key) => /^(outbox|kept):/.test(key))) import("./badge.js").catch(() => {});
  } catch { /* nothing is stored here */ }
}
look();
for (const name of ["outbox", "storage"]) addEventListener(name, look);
// On https and on the machine that serves.
addEventListener("load", () => setTimeout(() => navigator.serviceWorker?.register("/sw.js").catch(() => {}), 2000));
