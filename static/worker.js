// Pages without a network. The server puts VERSION and ASSETS before this text: a new version of either is a new worker.
// Assets come from the cache, pages from the network and, where it does not answer in time, as they were last seen.
const CACHE = `scorekeeper-${VERSION}`;
const PATIENCE = 3000;
const MOST = 40; // pages that are kept; those seen longest ago go first
const ASSET = /^\/(style|icon|js|icons)-[0-9a-f]+[./]/;
const RULES = /^\/rules-[0-9a-f]+\/\w+\.js$/;
const BASE = /^\/parties\/\d+\/base\.json$/;
const LAST = "/hors-ligne";

const pathOf = (request) => new URL(request.url).pathname;
const isPage = (request) => !ASSET.test(pathOf(request)) && pathOf(request) !== LAST;

addEventListener("install", (event) => event.waitUntil((async () => {
  await (await caches.open(CACHE)).addAll(ASSETS);
  await skipWaiting();
})()));

// Pages of the version before name its assets, so they are fetched anew; what waits is in no cache and stays where it is.
addEventListener("activate", (event) => event.waitUntil((async () => {
  await clients.claim();
  const open = await clients.matchAll({ type: "window" });
  await Promise.all(open.map(({ url }) => renew(url.split("#")[0])));
  for (const name of await caches.keys()) {
    if (name === CACHE || !name.startsWith("scorekeeper-")) continue;
    const pages = (await (await caches.open(name)).keys()).filter(isPage);
    const done = await Promise.all(pages.map(({ url }) => renew(url)));
    if (done.every(Boolean)) await caches.delete(name);
  }
})()));
const renew = (url) => fetch(url).then((answer) => keep(url, answer)).then(() => true, () => false);

addEventListener("fetch", (event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (RULES.test(pathname)) event.respondWith(once(event));
  else if (BASE.test(pathname)) event.respondWith(newest(event));
  else if (ASSET.test(pathname)) event.respondWith(find(request).then((known) => known ?? fetch(request)));
  else if (request.mode === "navigate") event.respondWith(page(event));
});

// A sheet that went on without a new page sends what it shows now.
addEventListener("message", (event) => {
  const { url, html } = event.data;
  if (new URL(url).origin === location.origin) event.waitUntil(store(url.split("#")[0], html));
});

// The rules, at an address by their content: they outlive a version of the app.
async function once({ request }) {
  const cache = await caches.open("rules"), known = await cache.match(request);
  if (known) return known;
  const told = await fetch(request);
  if (told.ok) {
    await cache.put(request, told.clone());
    await Promise.all((await cache.keys()).slice(0, -2).map((old) => cache.delete(old)));
  }
  return told;
}

// A sheet as data, as it was seen last where nobody answers.
async function newest({ request }) {
  const cache = await caches.open("bases");
  try {
    const told = await fetch(request);
    if (told.headers.get("X-Offline") === "keep") await cache.put(request, told.clone());
    await Promise.all((await cache.keys()).slice(0, -MOST).map((old) => cache.delete(old)));
    return told;
  } catch { return (await cache.match(request)) ?? Response.error(); }
}

async function page(event) {
  const { request } = event, known = await find(request);
  const answer = fetch(request);
  event.waitUntil(answer.then((told) => keep(request.url, told.clone()), () => {}));
  try {
    const told = await (known ? Promise.race([answer, late()]) : answer);
    return known && told.status >= 502 && told.status <= 504 ? known : told;
  } catch { return known ?? (await caches.match(LAST)) ?? Response.error(); }
}
const late = () => new Promise((_, fail) => { setTimeout(fail, PATIENCE); });

async function find(request) {
  const any = { ignoreVary: true };
  return (await (await caches.open(CACHE)).match(request, any)) ?? caches.match(request, any);
}

// Only what the server marks is kept; a page that it marks no more is kept no longer.
async function keep(url, told) {
  if (told.type !== "basic" || told.redirected || told.status >= 500) return;
  if (told.ok && told.headers.get("X-Offline") === "keep") await store(url, await told.text());
  else await (await caches.open(CACHE)).delete(url);
}

// The copy says of itself that it is one.
async function store(url, html) {
  const cache = await caches.open(CACHE), headers = { "Content-Type": "text/html; charset=utf-8" };
  await cache.delete(url);
  await cache.put(url, new Response(html.replace("<body ", "<body data-offline "), { headers }));
  const pages = (await cache.keys()).filter(isPage);
  await Promise.all(pages.slice(0, -MOST).map((request) => cache.delete(request)));
}
