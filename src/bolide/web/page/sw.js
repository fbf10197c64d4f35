// Keeps the page for days without a network: a copy of every file, each checked against its SHA-256 when it is stored.
// The network always comes first, so a newer page is shown as soon as there is one; the copy serves when nobody answers.
const MANIFEST = /*MANIFEST*/ { version: "", files: {} };
const PREFIX = "bolide-page-";
const CACHE = PREFIX + MANIFEST.version;
const at = name => new URL(name, self.registration.scope).href;

self.addEventListener("install", event => event.waitUntil(store().then(() => self.skipWaiting())));
self.addEventListener("activate", event => event.waitUntil(tidy().then(() => self.clients.claim())));

async function store() {
  const cache = await caches.open(CACHE);
  for (const [name, digest] of Object.entries(MANIFEST.files)) {
    if (await cache.match(at(name))) continue;
    const found = (await kept(name, digest)) ?? (await fetched(name, digest));
    await cache.put(at(name), found);
  }
}

// A file that an older version of the page has stored, if it is the same.
async function kept(name, digest) {
  for (const key of await caches.keys()) {
    if (!key.startsWith(PREFIX) || key === CACHE) continue;
    const found = await (await caches.open(key)).match(at(name));
    if (found && (await sha256(found.clone())) === digest) return found;
  }
  return null;
}

async function fetched(name, digest) {
  const response = await fetch(at(name), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${name} could not be loaded (${response.status}).`);
  if ((await sha256(response.clone())) !== digest)
    throw new Error(`${name} is not the file that belongs to this page.`);
  return response;
}

async function sha256(response) {
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, "0")).join("");
}

async function tidy() {
  for (const key of await caches.keys()) if (key.startsWith(PREFIX) && key !== CACHE) await caches.delete(key);
}

self.addEventListener("fetch", event => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(self.registration.scope)) return;
  event.respondWith(
    fetch(event.request).catch(async error => {
      const found = await copy(url);
      if (!found) throw error;
      return found;
    })
  );
});

async function copy(url) {
  const name = url.slice(self.registration.scope.length).split(/[?#]/)[0] || "index.html";
  return name in MANIFEST.files ? (await caches.open(CACHE)).match(at(name)) : null;
}
