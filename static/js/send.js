// The end of a partie: its result as text and as a picture, to be sent where the browser can, else to be copied or kept.
const box = document.querySelector(".share"), text = box.querySelector("textarea"), { title, name, picture } = box.dataset;
const tell = (said) => { box.querySelector("[role=status]").textContent = said; };
const sends = (what) => navigator.canShare?.(what) ?? false; // not over http
const ACTS = {
  async text() {
    if (sends({ text: text.value })) { await navigator.share({ title, text: text.value }); return; }
    text.select();
    try { await navigator.clipboard.writeText(text.value); } catch { document.execCommand("copy"); } // http has no clipboard
    tell(box.dataset.copied);
  },
  // The server draws the picture; here it only becomes one that every phone shows.
  async picture() {
    const image = Object.assign(new Image(), { src: picture }), canvas = document.createElement("canvas");
    await image.decode();
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d").drawImage(image, 0, 0);
    const files = [new File([await new Promise((done) => canvas.toBlob(done, "image/png"))], name, { type: "image/png" })];
    if (sends({ files })) await navigator.share({ title, files });
    else Object.assign(document.createElement("a"), { href: URL.createObjectURL(files[0]), download: name }).click();
  },
};
for (const button of box.querySelectorAll("[data-send]")) {
  button.hidden = false;
  button.addEventListener("click", () => ACTS[button.dataset.send]().catch(({ name: kind }) => { if (kind !== "AbortError") tell(box.dataset.failed); }));
}
