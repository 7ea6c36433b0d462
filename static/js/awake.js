// Keep the screen on while a sheet is open, where the browser can.
export function stayAwake() {
  if (!("wakeLock" in navigator)) return;
  const ask = () => { if (document.visibilityState === "visible") navigator.wakeLock.request("screen").catch(() => {}); };
  document.addEventListener("pointerdown", ask, { once: true });
  document.addEventListener("visibilitychange", ask);
}
