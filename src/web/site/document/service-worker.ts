import { patterns } from '#contract/kit/paths.ts'
import { sessionFingerprint } from '#web/kit/device/owner.ts'
import { acceptUpdate, savedCache, savedKey, savedVideos } from '#web/site/offline/saved-names.ts'

// The service worker: caches the shell, and serves content that the user saved (stored by src/web/site/offline) without a network.

declare const self: ServiceWorkerGlobalScope
/** The build writes it in front. */
declare const build: string

const shell = `cendaki-shell-${build}`
const offlinePage = patterns.offline
const networkTimeoutMs = 3000
/** Responses that may be saved: e-books, courses and their newest questions, lessons with an uploaded video, their captions and files, submissions, questions with answers, the schedule. */
const savable =
  /^\/api\/(ebook\/[0-9a-f-]{36}|courses\/[0-9a-f-]{36}(\/questions|\/content\/[0-9a-f-]{36}(\/captions\/[\w-]+|\/files\/[0-9a-f-]{36}|\/submissions\/mine|\/exercise(\/draft)?)?)?|questions\/[0-9a-f-]{36}|me\/schedule)$/
/** Those whose copy is replaced by what a page has received since. */
const renewed = /\/(captions\/[\w-]+|submissions\/mine|exercise(\/draft)?|questions\/[0-9a-f-]{36}|me\/schedule)$/

self.addEventListener('install', (event) => event.waitUntil(cacheShell()))
self.addEventListener('activate', (event) => event.waitUntil(deleteOldShells().then(() => self.clients.claim())))
// A new version waits until the user accepts the update.
self.addEventListener('message', (event) => {
  if (event.data === acceptUpdate) void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  // `no-store` requests compare offline copies with the server, so they bypass the cache.
  if (request.cache === 'no-store') return
  if (request.mode === 'navigate') event.respondWith(servePage(request, url))
  else if (/^\/(assets|uploads|cover)\//.test(url.pathname)) event.respondWith(serveFile(request, url))
  else if (url.pathname.startsWith(savedVideos)) event.respondWith(serveVideo(request, url))
  // One copy serves every filter of a list, since the page filters it too; a further page of the list is not in it.
  else if (savable.test(url.pathname) && !url.searchParams.has('cursor')) event.respondWith(serveData(request, url))
})

// Notifications that the site sends to this browser.
self.addEventListener('push', (event) => {
  const { title, text, url } = readPush(event.data)
  event.waitUntil(
    self.registration.showNotification(title, {
      body: text,
      tag: url,
      icon: '/icons/icon-192.png',
      badge: '/icons/icon-192.png',
      data: { url },
    }),
  )
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data?.url))
})

const unreadable = { title: 'Ada kabar baru', text: '', url: patterns.notifications }

/** A message must always be shown, also one that cannot be read. */
function readPush(data: PushMessageData | null): { title: string; text: string; url: string } {
  if (!data) return unreadable
  try {
    const { title, text, url } = data.json() as Record<string, unknown>
    return { title: String(title), text: String(text), url: String(url) }
  } catch {
    return unreadable
  }
}

/** A tab that shows the page, else a new one, so that nothing is lost that is being written elsewhere. A link never leaves the site. */
async function openPage(path: unknown): Promise<void> {
  const url = new URL(typeof path === 'string' ? path : '/', self.location.origin)
  if (url.origin !== self.location.origin) return
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = tabs.find((tab) => tab.url === url.href)
  if (there) return void (await there.focus())
  await self.clients.openWindow(url.href)
}

async function cacheShell(): Promise<void> {
  const response = await fetch(offlinePage, { cache: 'reload' })
  const html = await response.clone().text()
  const files = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g))
  const cache = await caches.open(shell)
  await cache.put(offlinePage, response)
  await cache.addAll([...files])
}

async function deleteOldShells(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('cendaki-shell-') && name !== shell).map((name) => caches.delete(name)),
  )
}

/** Network first; then the offline copy, else the offline page. */
async function servePage(request: Request, url: URL): Promise<Response> {
  // E-books and courses are saved as one page, which resumes at the last position.
  const savedResponse = await matchIn(savedCache, url.pathname)
  try {
    const network = fetch(request)
    return savedResponse ? await Promise.race([network, rejectAfterTimeout(networkTimeoutMs)]) : await network
  } catch {
    if (savedResponse) return url.search && !isFrame(url) ? Response.redirect(url.pathname) : savedResponse
    // Redirects, so that the URL matches the page shown.
    if (url.pathname !== offlinePage)
      return Response.redirect(`${offlinePage}?dari=${encodeURIComponent(url.pathname + url.search)}`)
    return (await matchIn(shell, offlinePage)) ?? Response.error()
  }
}

/** The player page is the same for every lesson in the query. */
const isFrame = (url: URL): boolean => /^\/courses\/[0-9a-f-]{36}\/start$/.test(url.pathname)

/** Files are immutable, so a cached file is always current. */
async function serveFile(request: Request, url: URL): Promise<Response> {
  const path = url.pathname + url.search
  return (await matchIn(shell, path)) ?? (await matchIn(savedCache, path)) ?? fetch(request)
}

/** Private data is saved under a fingerprint of the session, and returned to that session only. */
async function serveData(request: Request, url: URL): Promise<Response> {
  const key = savedKey(url.pathname, await sessionFingerprint(request.headers.get('authorization')))
  const savedResponse = await matchIn(savedCache, key)
  try {
    const network = fetch(request.clone())
    // Later than a page, and before the page gives its call up: what is saved may be older.
    const response = savedResponse
      ? await Promise.race([network, rejectAfterTimeout(2 * networkTimeoutMs)])
      : await network
    if (response.ok && renewed.test(url.pathname)) await renew(key, response.clone())
    return response
  } catch (error) {
    if (savedResponse) return savedResponse
    throw error
  }
}

async function renew(key: string, response: Response): Promise<void> {
  // The device may be full: then the older copy stays.
  if (await matchIn(savedCache, key)) await (await caches.open(savedCache)).put(key, response).catch(() => {})
}

/** A saved video, also one range of its bytes: a media element cannot seek in anything else. */
async function serveVideo(request: Request, url: URL): Promise<Response> {
  const savedResponse = await matchIn(savedCache, url.pathname)
  if (!savedResponse) return fetch(request)
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '')
  if (!range) return savedResponse
  const file = await savedResponse.blob()
  const first = Number(range[1])
  const last = Math.min(range[2] ? Number(range[2]) : Infinity, file.size - 1)
  if (first > last) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } })
  const headers = {
    'accept-ranges': 'bytes',
    'content-length': String(last - first + 1),
    'content-range': `bytes ${first}-${last}/${file.size}`,
    'content-type': savedResponse.headers.get('content-type') ?? 'video/mp4',
  }
  return new Response(file.slice(first, last + 1), { status: 206, headers })
}

async function matchIn(name: string, path: string): Promise<Response | undefined> {
  return (await caches.has(name)) ? (await caches.open(name)).match(path) : undefined
}

const rejectAfterTimeout = (ms: number): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error('Network timeout')), ms))
