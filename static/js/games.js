// The search among the games of the first page: those are left whose name or line has each word, whatever the accents.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const box = document.querySelector("details.others"), search = box.querySelector(".search"), field = search.querySelector("input");

field.addEventListener("input", () => {
  const words = plain(field.value).split(/\s+/);
  let left = 0;
  for (const game of box.querySelectorAll("li")) {
    const text = plain(game.textContent);
    game.hidden = !words.every((word) => text.includes(word));
    left += !game.hidden;
  }
  box.querySelector(".none").hidden = left > 0;
});
field.addEventListener("keydown", (event) => {
  const games = box.querySelectorAll("li:not([hidden]) a");
  if (event.key === "Enter" && games.length === 1) games[0].click();
});
search.hidden = false;
