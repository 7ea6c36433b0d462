// What was refused: its first field is in view and has the focus; what is said of a field goes once something else stands there.
export function refused(form, focus) {
  const first = document.querySelector("main .errors[role=alert] p, main [aria-invalid=true]");
  const field = first?.closest(".field") ?? first;
  field?.scrollIntoView({ block: "nearest" }); // the sentence with its field
  if (!form || !field) return;
  focus(field);
  const value = (name) => new FormData(form).getAll(name).join();
  const said = [...form.querySelectorAll(".errors[role=alert][data-errors]")].map((box) => [box, value(box.dataset.errors)]);
  form.addEventListener("input", () => {
    for (const [box, was] of said) {
      if (value(box.dataset.errors) === was || !box.matches("[role]")) continue;
      box.removeAttribute("role");
      box.replaceChildren();
      form.querySelector(`[name="${box.dataset.errors}"]`)?.removeAttribute("aria-invalid");
    }
  });
}
