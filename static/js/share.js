// The end of a partie: its address and its picture, to be sent where the browser can, else to be copied or kept.
const box = () => document.querySelector(".share");
const tell = (text) => { box().querySelector("[role=status]").textContent = text; };

// The server draws the picture; here it only becomes one that every phone shows.
async function png() {
  const image = new Image();
  image.src = box().dataset.picture;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], box().dataset.name, { type: "image/png" });
}

function save(file) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function copy() {
  const field = box().querySelector("[data-address]");
  field.select();
  try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); } // http has no clipboard
  tell(box().dataset.copied);
}

const title = () => box().dataset.title;
const ACTS = {
  link: () => navigator.share({ title: title(), url: box().querySelector("[data-address]").value }),
  picture: async () => navigator.share({ title: title(), files: [await png()] }),
  copy,
  save: async () => save(await png()),
};

document.addEventListener("click", async ({ target }) => {
  const act = target.closest?.("[data-share]")?.dataset.share;
  if (!act) return;
  try { await ACTS[act](); } catch (error) { if (error.name !== "AbortError") tell(box().dataset.failed); }
});

// Nothing can be sent over http; then it is copied and kept.
const sends = (what) => navigator.canShare?.(what) ?? false;
const link = sends({ url: location.href }), picture = sends({ files: [new File([""], "a.png", { type: "image/png" })] });
const can = { link, copy: !link, picture, save: !picture };
const show = () => {
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = !can[button.dataset.share];
};
new MutationObserver(show).observe(document.body, { childList: true });
show();
