// The rules in a worker of their own, whose response alone lets code be made: Brython and the modules stand before this text.
// It answers texts with texts; the page knows no rule.
const WORD = "\\p{L}\\p{N}_", BOUND = `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`;
const short = (part, ascii) => ({ w: `[${WORD}]`, W: `[^${WORD}]`, d: ascii ? "[0-9]" : "\\p{Nd}", b: BOUND })[part];
// A pattern of Python as one of the browser: words and figures of every script, possessive repeats as plain ones.
const translated = (pattern, ascii) => pattern
  .replace(/\[\^\\W([^\]]*)\]/g, (_, less) => `(?:(?![${less}])[${WORD}])`)
  .replace(/([*+?}])\+/g, "$1")
  .replace(/\[((?:\\.|[^\]\\])+)\]|\\(.)/g, (all, inner, escaped) => {
    if (escaped !== undefined) return short(escaped, ascii) ?? (escaped === "-" || !/[\w^$\\.*+?()[\]{}|/]/.test(escaped) ? escaped : all);
    return `[${inner.replace(/\[/g, "\\[").replace(/\\(.)/g, (each, part) => (part === "w" ? WORD : part === "d" ? (ascii ? "0-9" : "\\p{Nd}") : /[\w\\\]\[^-]/.test(part) ? each : part))}]`;
  });
const named = (names, property) => names.map((name) => [name, new RegExp(`^\\p{${property}${name}}$`, "u")]);
const KINDS = named("Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co".split(" "), "");
const ALPHABETS = named(["Latin", "Greek", "Cyrillic", "Armenian", "Coptic", "Cherokee"], "Script=");
const among = (kinds, char) => kinds.find(([, pattern]) => pattern.test(char))?.[0];
const eight = (sum, bits = 8) => (bits ? eight((sum >>> 1) ^ (sum & 1 && 0xedb88320), bits - 1) : sum);
self.letters = {
  normalize: (form, text) => text.normalize(form),
  category: (char) => among(KINDS, char) ?? "Cn",
  alphabet: (char) => among(ALPHABETS, char)?.toUpperCase() ?? "",
  pattern: (pattern, flags) => new RegExp(translated(pattern, flags.includes("a")), `${flags.replace("a", "")}u`),
  escape: (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"),
  find: (pattern, text) => pattern.exec(text) ?? 0,
  every: (pattern, text) => [...text.matchAll(pattern)],
  group: (found, place) => found[place] ?? 0,
  groups: (found) => found.length - 1,
  start: (found) => found.index,
  plural,
  checksum: (text) => ~[...new TextEncoder().encode(text)].reduce((sum, byte) => eight(sum ^ byte), -1) >>> 0,
};
self.packed = {
  ...PACKED, paths: Object.keys(PACKED.files).join(" "), file: (path) => PACKED.files[path],
  message: (kind, text) => { const found = PACKED[kind]?.[text]; return typeof found === "string" ? found : ""; },
  counted: (text, number) => PACKED.translations[text]?.[PACKED.forms[number < 200 ? number : 100 + (number % 100)]] ?? "",
};
// `zip()` of nothing never ends in Brython 3.15.
const { zip } = __BRYTHON__.builtins, zipped = zip.tp_iternext;
zip.tp_iternext = function* (self) { if (self.iters?.length) yield* zipped(self); };
__BRYTHON__.use_VFS = true;
__BRYTHON__.update_VFS(MODULES);
__BRYTHON__.brython({ indexedDB: false, debug: 0 });
__BRYTHON__.runPythonSource("import counting", "__main__");
addEventListener("message", ({ data: { number, text } }) => {
  try { postMessage({ number, text: self.answer(text) }); } catch { postMessage({ number, text: null }); }
});
