// What this browser sent and the server wrote down stays here for a day. A server that lacks it, because an older copy was put
// back or another machine took over, says so by another epoch on its pages, and is sent it again: where the uuid is known
// nothing is written twice.
const START = "kept:";
const DAY = 86400000;

const all = () => Object.keys(localStorage).filter((key) => key.startsWith(START));

export function keep(item, epoch) {
  if (!epoch) return;
  const body = new URLSearchParams(item.body);
  for (const key of ["csrf_token", "revision"]) body.delete(key); // another past counts anew
  if (item.undo) {
    const line = lineOf(item);
    if (!line) return;
    body.set("ligne", line.uuid);
  }
  const kept = { ...item, body: body.toString(), epoch, since: Date.now(), refused: undefined };
  try { localStorage.setItem(`${START}${item.sheet}:${item.uuid}`, JSON.stringify(kept)); } catch { /* nothing is stored here */ }
}

// The line of this browser that a step took back. A step on another's line is not sent again: the number may be another line there.
function lineOf({ sheet, rang }) {
  try {
    const lines = all().filter((key) => key.startsWith(`${START}${sheet}:`)).map((key) => JSON.parse(localStorage.getItem(key)));
    return lines.find((line) => line && !line.undo && line.rang === rang);
  } catch { return null; } // nothing is stored here
}

// What another epoch acknowledged, to be sent again; what is older than a day is forgotten.
export function lapsed(epoch) {
  const found = [];
  try {
    for (const key of all()) {
      const { epoch: known, since, ...item } = JSON.parse(localStorage.getItem(key)) ?? {};
      const stale = Math.abs(Date.now() - since) > DAY;
      if (!stale && (!epoch || known === epoch)) continue;
      localStorage.removeItem(key);
      if (!stale) found.push(item);
    }
  } catch { /* nothing is stored here */ }
  return found;
}

// A line that was taken back counts again: that step is not sent again.
export function redone(sheet, rang) {
  try {
    for (const key of all().filter((each) => each.startsWith(`${START}${sheet}:`))) {
      const item = JSON.parse(localStorage.getItem(key));
      if (item?.undo && item.rang === rang) localStorage.removeItem(key);
    }
  } catch { /* nothing is stored here */ }
}

// All of it, to be taken along to another address.
export function carried() {
  try { return all().map((key) => JSON.parse(localStorage.getItem(key))).filter((item) => item && Math.abs(Date.now() - item.since) <= DAY); } catch { return []; }
}
