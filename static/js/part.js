// A line answers with what it changed on its sheet: with the page as it stood before, that is the page as it stands now.
const PARTS = [".sheet", ".undo", "form.entry", ".undo-item"];
const rang = (row) => row.querySelector("th a")?.textContent;

// What a page says of itself, to be sent with the line.
export const shownBy = (page) => page?.querySelector("form.entry")?.dataset.part ?? "";

export function whole(page, part) {
  const rows = part.querySelector(".sheet-table tbody"), before = [...page.querySelector(".sheet-table tbody").rows];
  rows.prepend(...before.slice(0, before.findIndex((row) => rang(row) === rang(rows.rows[0]))));
  for (const name of PARTS) page.querySelector(name).replaceWith(part.querySelector(name));
  page.body.dataset.seen = part.body.dataset.seen;
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
