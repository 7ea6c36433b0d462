// Seating: tap a place, then a known name; tap two places one after the other and they change over. Back from the sheet leads home.
const seats = [...document.querySelectorAll(".seat")], known = document.querySelector(".known"), dealers = document.querySelectorAll(".deals .button");
const field = (seat) => seat.querySelector("input"), empty = () => seats.find((seat) => !field(seat).value) ?? null;
let picked = null;
function pick(seat) {
  for (const each of seats) each.classList.toggle("picked", each === seat);
  picked = seat;
  mark();
}

// A name that sits already is shown as taken; of the places after the fourth the next one is shown.
function mark() {
  seats.forEach((seat, place) => [seat, dealers[place]].forEach((each) =>
    each?.classList.toggle("spare", place > 3 && !field(seat).value && !field(seats[place - 1]).value)));
  const sitting = new Set(seats.map((seat) => field(seat).value.trim().toLocaleLowerCase()));
  for (const button of known?.querySelectorAll("button") ?? []) button.disabled = sitting.has(button.dataset.name.toLocaleLowerCase());
}

for (const seat of seats) {
  seat.querySelector("label").addEventListener("click", (event) => {
    event.preventDefault();
    if (picked && picked !== seat && field(picked).value && field(seat).value) {
      [field(picked).value, field(seat).value] = [field(seat).value, field(picked).value];
      pick(null);
    } else if (picked === seat) field(seat).focus(); else pick(seat);
  });
  field(seat).addEventListener("focus", () => pick(seat));
  field(seat).addEventListener("input", mark);
  field(seat).addEventListener("keydown", (event) => { // Enter opens the sheet where no place is free after this one
    const next = event.key === "Enter" && field(seat).value && seats.slice(seats.indexOf(seat)).find((each) => !field(each).value);
    if (next) { event.preventDefault(); field(next).focus(); }
  });
}

known?.addEventListener("click", ({ target }) => {
  const button = target.closest("button"), seat = picked ?? empty();
  if (!button || !seat) return;
  field(seat).value = button.dataset.name;
  pick(empty());
});
if (known) { known.hidden = false; pick(empty()); } else mark();
document.querySelector(".new-sheet").addEventListener("submit", ({ submitter }) => submitter?.name || history.replaceState(null, "", "/"));
addEventListener("pageshow", ({ persisted }) => { if (persisted && location.pathname === "/") location.reload(); });
