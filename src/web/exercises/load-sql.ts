import emptyUrl from 'empty-database:'
import dataUrl from 'packed:@electric-sql/pglite/dist/pglite.data'
import wasmUrl from 'packed:@electric-sql/pglite/dist/pglite.wasm'
// oxlint-disable-next-line import/default -- the build makes the default export
import script from '#web/exercises/frame/sql-worker.inline.ts?script'
import type { SqlParts } from '#web/exercises/frame/protocol.ts'

/** For copies that work without a network: the built files, and this source file as the build names it. */
export const sqlFiles: readonly string[] = [wasmUrl, dataUrl, emptyUrl]
export const sqlCode = 'src/web/exercises/load-sql.ts'

const cacheName = 'cendaki-code'

/** A built file, which never changes: kept on the device for runs without a network. */
async function read(url: string): Promise<ArrayBuffer> {
  const response = await fetchKept(url)
  const isPacked = new URL(url, location.href).pathname.endsWith('.packed')
  const unpacked = isPacked && response.body?.pipeThrough(new DecompressionStream('gzip'))
  return unpacked ? new Response(unpacked).arrayBuffer() : response.arrayBuffer()
}

async function fetchKept(url: string): Promise<Response> {
  const cache = 'caches' in globalThis ? await caches.open(cacheName) : null
  const kept = await cache?.match(url)
  if (kept) return kept
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
  // The device may be full: then it is loaded again next time.
  await cache?.put(url, response.clone()).catch(() => {})
  return response
}

/** The database with which exercises run; the frame itself loads nothing. */
export async function loadSql(): Promise<SqlParts> {
  const [wasm, data, empty] = await Promise.all(sqlFiles.map(read))
  if (!wasm || !data || !empty) throw new Error('The database was not loaded')
  return { script, wasm, data, empty }
}
