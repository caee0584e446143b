import emptyUrl from 'empty-database:'
import dataUrl from 'packed:@electric-sql/pglite/dist/pglite.data'
import wasmUrl from 'packed:@electric-sql/pglite/dist/pglite.wasm'
// oxlint-disable-next-line import/default -- the build makes the default export
import script from '#web/exercises/frame/sql-worker.inline.ts?script'
import type { EngineParts } from '#web/exercises/frame/protocol.ts'
import { readKept } from './read-kept.ts'

/** For copies that work without a network. */
export const files: readonly string[] = [wasmUrl, dataUrl, emptyUrl]

/** The database with which exercises run; the frame itself loads nothing. */
export async function load(): Promise<EngineParts> {
  const [wasm, data, empty] = await Promise.all(files.map(readKept))
  if (!wasm || !data || !empty) throw new Error('The database was not loaded')
  return { language: 'sql', script, wasm, data, empty }
}
