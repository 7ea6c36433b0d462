// The time that a round has left. The server says the seconds; this device only counts them down, by a clock that nobody sets, and
// asks again whenever it may have slept.
const ASK = 60000;
const known = new WeakMap(); // per element: seconds that were left, and when that was, by our own count

const clocks = () => [...document.querySelectorAll("[data-clock]")];
const figures = (left) => {
  const all = Math.max(0, Math.floor(left)), part = (size) => String(Math.floor(all / size) % 60).padStart(2, "0");
  return all < 3600 ? `${Math.floor(all / 60)}:${part(1)}` : `${Math.floor(all / 3600)}:${part(60)}:${part(1)}`;
};

function left(clock) {
  if (!known.has(clock)) known.set(clock, { left: Number(clock.dataset.left), at: performance.now() });
  const start = known.get(clock);
  return start.left - ("running" in clock.dataset ? (performance.now() - start.at) / 1000 : 0);
}

function tick() {
  for (const clock of clocks()) {
    const now = left(clock), up = now <= 0, was = clock.classList.contains("up");
    clock.classList.toggle("up", up);
    clock.querySelector("b").textContent = figures(now);
    if (up && !was) dispatchEvent(new Event("timeup"));
  }
}

async function ask() {
  const url = clocks()[0]?.dataset.clock;
  if (!url || document.visibilityState !== "visible") return;
  const sent = performance.now();
  try {
    const answer = await fetch(url, { cache: "no-store" });
    const now = await answer.json();
    if (!answer.ok || now.left === null) return;
    const at = (sent + performance.now()) / 2;
    for (const clock of clocks()) {
      known.set(clock, { left: now.left, at });
      clock.toggleAttribute("data-running", now.running);
    }
    tick();
  } catch { /* nobody answers: what was counted so far goes on */ }
}

let last = performance.now(), date = Date.now();
setInterval(() => {
  const slept = Math.abs(Date.now() - date - (performance.now() - last)) > 2000;
  [last, date] = [performance.now(), Date.now()];
  if (slept) ask(); // the device slept, or somebody set its clock
  tick();
}, 500);
setInterval(ask, ASK);
for (const name of ["visibilitychange", "pageshow"]) addEventListener(name, ask);
tick();
ask();
