// The lines that wait, as rows below those of the sheet. A tap on one shows what can be done with it.
let opened = "";
let standing = "";

export function open(id) { opened = opened === id ? "" : id; }

export function rows(list, words, editable) {
  const body = document.querySelector(".sheet-table tbody");
  const state = JSON.stringify([list.map((item) => [item.uuid, item.rang, item.said]), opened, editable]);
  const old = [...document.querySelectorAll("tr.pending")];
  if (state === standing && old.length === list.length) return; // a finger may be on one
  standing = state;
  for (const row of old) row.remove();
  for (const row of document.querySelectorAll(".sheet-table tr.empty")) row.hidden = list.length > 0;
  body?.append(...list.map((item) => rowOf(item, words, editable)));
}

function rowOf(item, words, editable) {
  const row = document.createElement("tr"), cell = row.insertCell();
  row.className = "pending";
  cell.colSpan = document.querySelectorAll(".sheet-table thead th").length;
  const line = button([item.rang, item.said, words.pending].filter(Boolean).join(" · "), "pick", item);
  line.ariaExpanded = String(opened === item.uuid);
  cell.append(line);
  if (opened !== item.uuid) return row;
  const choices = document.createElement("div");
  choices.className = "choices";
  if (editable && !item.undo && !item.apart) choices.append(button(words.sayCorrect, "correct", item));
  choices.append(button(words.sayWithdraw, "withdraw", item));
  cell.append(choices);
  return row;
}

function button(text, act, item) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  made.dataset[act] = item.uuid;
  return made;
}
