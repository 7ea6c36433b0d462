// Seating: tap a place, then a known name; tap two places one after the other and they change over.
const seats = [...document.querySelectorAll(".seat")];
const known = document.querySelector(".known");
let picked = null;

function pick(seat) {
  for (const each of seats) each.classList.toggle("picked", each === seat);
  picked = seat;
  mark();
}
const field = (seat) => seat.querySelector("input:not([type=radio])");

// A name that sits already is shown as taken.
function mark() {
  const sitting = new Set(seats.map((seat) => field(seat).value.trim().toLocaleLowerCase()));
  for (const button of known?.querySelectorAll("button") ?? []) button.disabled = sitting.has(button.dataset.name.toLocaleLowerCase());
}

for (const seat of seats) {
  seat.querySelector("label").addEventListener("click", (event) => {
    event.preventDefault();
    if (picked && picked !== seat && field(picked).value && field(seat).value) {
      [field(picked).value, field(seat).value] = [field(seat).value, field(picked).value];
      pick(null);
    } else if (picked === seat) {
      field(seat).focus();
    } else pick(seat);
  });
  field(seat).addEventListener("focus", () => pick(seat));
  field(seat).addEventListener("input", mark);
}

if (known) {
  known.hidden = false;
  for (const button of known.querySelectorAll("button")) {
    button.addEventListener("click", () => {
      const target = picked ?? seats.find((seat) => !field(seat).value);
      if (!target) return;
      field(target).value = button.dataset.name;
      pick(seats.find((seat) => !field(seat).value) ?? null);
    });
  }
  pick(seats.find((seat) => !field(seat).value) ?? null);
}
