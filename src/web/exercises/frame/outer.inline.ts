// oxlint-disable-next-line import/default -- the build makes the default export
import script from './frame.inline.ts?script'
import { createTrust } from './forbid-inner-code.ts'
import type { Moved, Ping } from './protocol.ts'

// The script of the frame that a page opens. It runs no code of exercises: that is in the frame inside, which can go nowhere. A policy stops
// frames inside from opening anything, but not its own document, and the policy of the page allows what videos and payments need.

const html = `<!doctype html><html lang="id"><head><meta charset="utf-8"><title>Hasil kode</title></head><body><script>${script.replaceAll('</script', String.raw`<\/script`)}</script></body></html>`
const { parent } = globalThis
const inner = document.createElement('iframe')
inner.title = 'Hasil kode'
inner.sandbox.add('allow-scripts')
inner.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0'

addEventListener('message', ({ source, data }: MessageEvent<Ping | { kind?: unknown } | null>) => {
  if (source === parent && data?.kind === 'ping') parent.postMessage(data, '*')
  else if (source === parent) inner.contentWindow?.postMessage(data, '*')
  else if (source === inner.contentWindow) parent.postMessage(data, '*')
})
let loads = 0
// Its document loads once: what the code opens instead is refused, and ends the run.
inner.addEventListener('load', () => ++loads > 1 && parent.postMessage({ kind: 'moved' } satisfies Moved, '*'))
inner.srcdoc = createTrust()(html)
document.body.append(inner)
