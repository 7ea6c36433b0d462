// Keep the screen on while a page with data-film is open: by a wake lock where the page is secure, else by a silent film.
export function stayAwake() {
  if ("wakeLock" in navigator) lock();
  else show(document.querySelector("[data-film]").dataset.film);
}

function lock() {
  const ask = () => { if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => {}); };
  ask();
  document.addEventListener("click", ask, { once: true }); // Safari wants a finger for the first one
  document.addEventListener("visibilitychange", ask);
}

// Blink wants the film to cover a part of the window, Gecko a sound track; WebKit counts no film that is muted or has `loop`.
function show(url) {
  const muted = !CSS.supports("-webkit-touch-callout", "none"); // known on iPads and iPhones only
  const still = { className: "film", playsInline: true, disableRemotePlayback: true, tabIndex: -1, ariaHidden: "true" };
  const film = Object.assign(document.createElement("video"), { ...still, muted, src: url });
  const play = () => { if (document.visibilityState === "visible") film.play().catch(() => {}); };
  film.addEventListener("timeupdate", () => { if (film.currentTime > film.duration - 2) film.currentTime = 0; });
  film.addEventListener("ended", play);
  document.addEventListener("visibilitychange", play);
  document.addEventListener("click", () => { if (film.paused) play(); });
  document.body.append(film);
  play();
}
