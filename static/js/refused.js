// What was refused: its first field is in view and has the focus; what is said of a field goes once something else stands there.
export function refused(form, focus) {
  const first = document.querySelector("main .errors[role=alert] p, main [aria-invalid=true]");
  const field = first?.closest(".field") ?? first;
  field?.scrollIntoView({ block: "nearest" }); // the sentence with its field
  if (!form || !field) return;
  focus(field);
  // What is said of no single field is about all of them.
  const value = (name) => (name ? new FormData(form).getAll(name).join() : new URLSearchParams(new FormData(form)).toString());
  const said = [...form.querySelectorAll(".errors[role=alert]:not(.conflict)")].map((box) => [box, value(box.dataset.errors)]);
  form.addEventListener("input", () => cleared(form, said.flatMap(([box, was]) => (value(box.dataset.errors) === was ? [] : [box]))));
}

// Take back what is said of some fields, or of all.
export function cleared(form, boxes = form.querySelectorAll(".errors[role=alert]:not(.conflict)")) {
  for (const box of boxes) {
    box.removeAttribute("role");
    box.replaceChildren();
    form.querySelector(`:not([type=hidden])[name="${box.dataset.errors}"]`)?.removeAttribute("aria-invalid");
  }
}
