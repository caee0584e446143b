import loaderUrl from 'packed:pyodide/pyodide.asm.mjs'
import wasmUrl from 'packed:pyodide/pyodide.asm.wasm'
import libraryUrl from 'packed:pyodide/python_stdlib.zip'
// oxlint-disable-next-line import/default -- the build makes the default export
import script from '#web/exercises/frame/python-worker.inline.ts?script'
import type { EngineParts } from '#web/exercises/frame/protocol.ts'
import { readKept } from './read-kept.ts'

/** For copies that work without a network. */
export const files: readonly string[] = [loaderUrl, wasmUrl, libraryUrl]

/** The Python with which exercises run; the frame itself loads nothing. */
export async function load(): Promise<EngineParts> {
  const [loader, wasm, library] = await Promise.all(files.map(readKept))
  if (!loader || !wasm || !library) throw new Error('Python was not loaded')
  return { language: 'python', script, loader, wasm, library }
}
