// The service worker: keeps the shell, and answers without a network what somebody chose to keep (web/library/offline puts it there).
// The build writes its own name in front: `const build = '…'`. Plain JavaScript, because browsers run it as it is.

const shell = `cendaki-shell-${build}`
const saved = 'cendaki-saved'
const offlinePage = '/offline'
const patienceMs = 3000

self.addEventListener('install', (event) => event.waitUntil(keepShell()))
self.addEventListener('activate', (event) => event.waitUntil(dropOldShells().then(() => self.clients.claim())))
// A new version waits until somebody says so: nothing changes under the reader's hands.
self.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting') self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  // Whoever asks past every store wants the server's word or none: what is kept is compared with it.
  if (request.cache === 'no-store') return
  if (request.mode === 'navigate') event.respondWith(answerPage(request, url))
  else if (/^\/(assets|uploads|cover)\//.test(url.pathname)) event.respondWith(answerFile(request, url))
  else if (/^\/api\/(ebook|courses)\/[0-9a-f-]{36}$/.test(url.pathname)) event.respondWith(answerData(request, url))
})

async function keepShell() {
  const response = await fetch(offlinePage, { cache: 'reload' })
  const html = await response.clone().text()
  const files = [...new Set([...(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? []), ...(await filesOfPage())])]
  const cache = await caches.open(shell)
  await cache.put(offlinePage, response)
  await cache.addAll(files)
}

/** The offline page's own code, which its HTML does not name, and what that imports. */
async function filesOfPage() {
  const manifest = await (await fetch('/.vite/manifest.json', { cache: 'reload' })).json()
  const files = new Set()
  const visit = (name) => {
    const chunk = manifest[name]
    if (!chunk || files.has(`/${chunk.file}`)) return
    files.add(`/${chunk.file}`)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  visit('src/web/library/offline/offline-page.tsx')
  return files
}

async function dropOldShells() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('cendaki-shell-') && name !== shell).map((name) => caches.delete(name)))
}

/** The network first; without it what was kept, else the page that says so. */
async function answerPage(request, url) {
  // An e-book is kept as one page: it opens by itself where one left off.
  const kept = await matchIn(saved, url.pathname)
  try {
    const network = fetch(request)
    return kept ? await Promise.race([network, rejectLater()]) : await network
  } catch {
    if (kept) return url.search && !isFrame(url) ? Response.redirect(url.pathname) : kept
    // Under its own address, so that it is what it says.
    if (url.pathname !== offlinePage) return Response.redirect(`${offlinePage}?dari=${encodeURIComponent(url.pathname + url.search)}`)
    return (await matchIn(shell, offlinePage)) ?? Response.error()
  }
}

/** The player's page is the same whatever lesson its address asks for. */
const isFrame = (url) => /^\/courses\/[0-9a-f-]{36}\/start$/.test(url.pathname)

/** Files never change under their name: what is kept is as good as what would come. */
async function answerFile(request, url) {
  const address = url.pathname + url.search
  return (await matchIn(shell, address)) ?? (await matchIn(saved, address)) ?? fetch(request)
}

/** What only one person may read is kept under a fingerprint of that person's session, and answered to that session alone. */
async function answerData(request, url) {
  try {
    return await fetch(request.clone())
  } catch (error) {
    const kept = await matchIn(saved, `${url.pathname}?pemilik=${await fingerprint(request.headers.get('authorization'))}`)
    if (kept) return kept
    throw error
  }
}

async function matchIn(name, address) {
  return (await caches.has(name)) ? (await caches.open(name)).match(address) : undefined
}

async function fingerprint(authorization) {
  if (!authorization) return 'tamu'
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(authorization))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const rejectLater = () => new Promise((_, reject) => setTimeout(() => reject(new Error('too slow')), patienceMs))
