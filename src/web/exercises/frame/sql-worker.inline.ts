import { PGlite, type Results } from '@electric-sql/pglite'
import { createConsole } from './console.ts'
import type { EngineRun } from './engine.ts'
import { forbidInnerCode } from './forbid-inner-code.ts'
import { createHarness } from './harness.ts'
import type { RunMessage } from './protocol.ts'

// The worker of a run of SQL: a new database in memory, then the files in their order and the tests.

export type SqlFiles = { kind: 'start'; wasm: WebAssembly.Module; data: Blob; empty: Blob }

// A worker has the policy of its frame, but asks rules of its own.
forbidInnerCode()

declare const importScripts: (url: string) => void

const { postMessage } = globalThis
const send = (message: RunMessage) => postMessage(message)
const wordError = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const maximumRows = 20

function showRows({ fields, rows }: Results<Record<string, unknown>>): string {
  const names = fields.map(({ name }) => name)
  const lines = rows.slice(0, maximumRows).map((row) => names.map((name) => String(row[name] ?? 'NULL')).join(' | '))
  const more = rows.length > maximumRows ? [`… dan ${rows.length - maximumRows} baris lagi`] : []
  return [names.join(' | '), ...lines, ...more].join('\n')
}

/** The eight bytes with which every module begins. */
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

let opened: Promise<PGlite> | null = null
addEventListener('message', ({ data }: MessageEvent<SqlFiles | EngineRun>) => {
  if (data.kind === 'run') return void run(data)
  const { wasm, data: files, empty } = data
  opened = PGlite.create({
    pgliteWasmModule: wasm,
    // Creates a database, which an archive replaces; left out, it would be fetched.
    initdbWasmModule: new WebAssembly.Module(emptyModule),
    fsBundle: files,
    loadDataDir: empty,
  })
  void opened.then(() => postMessage({ kind: 'started' }))
})

async function run({ files, tests }: EngineRun): Promise<void> {
  const database = await opened
  if (!database) return
  const console = createConsole(send)
  for (const { path, text } of files) {
    try {
      for (const result of await database.exec(text))
        if (result.fields.length > 0) console.log(showRows(result as Results<Record<string, unknown>>))
    } catch (error) {
      const position = Number((error as { position?: string }).position)
      const line = position > 0 ? text.slice(0, position).split('\n').length : null
      send({ kind: 'error', text: wordError(error), file: path, line })
      return send({ kind: 'done' })
    }
  }
  const harness = createHarness(send, wordError)
  Object.assign(globalThis, harness.globals, {
    console,
    kueri: async (text: string) => (await database.query(text)).rows,
    berkas: (path: string) => files.find((file) => file.path === path)?.text,
  })
  const script = URL.createObjectURL(new Blob([`${tests}\n//# sourceURL=tes.js`], { type: 'text/javascript' }))
  try {
    importScripts(script)
    await harness.runAll()
  } catch (error) {
    send({ kind: 'error', text: wordError(error), file: 'tes', line: null })
  }
  send({ kind: 'done' })
}
