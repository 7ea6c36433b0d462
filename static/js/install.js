// The worker that shows pages without a network: on https and on the machine that serves, once the page is there.
addEventListener("load", () => setTimeout(() => navigator.serviceWorker?.register("/sw.js").catch(() => {}), 2000));
