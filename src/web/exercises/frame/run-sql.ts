import { findSyntaxMistake } from './guard.ts'
import { deadlineMs, maximumMessages, type RunMessage, type RunRequest, type SqlParts } from './protocol.ts'
import { testsFile } from './run-script.ts'
import type { SqlFiles, SqlRun } from './sql-worker.inline.ts'

/** Starting a database takes longer than a run. */
const startMs = 20_000

type Database = { worker: Worker; started: Promise<void> }
let parts: SqlParts | null = null
let files: Promise<SqlFiles> | null = null
let spare: Database | null = null

/** Starts the database of the next run before it is asked for. */
export function prepareSql(given: SqlParts): void {
  parts = given
  const { wasm, data, empty } = given
  files = WebAssembly.compile(wasm).then((engine) => ({ kind: 'start', wasm: engine, data, empty }))
  spare ??= start()
}

function start(): Database {
  const url = URL.createObjectURL(new Blob([parts?.script ?? ''], { type: 'text/javascript' }))
  const worker = new Worker(url)
  const started = new Promise<void>((resolve) => {
    worker.addEventListener(
      'message',
      () => {
        URL.revokeObjectURL(url)
        resolve()
      },
      { once: true },
    )
  })
  void files?.then((sent) => worker.postMessage(sent, []))
  return { worker, started }
}

/** Runs SQL in a new database, whose worker is ended at the deadline. */
export function runSql({ files: sources, tests }: RunRequest, send: (message: RunMessage) => void): () => void {
  const mistake = findSyntaxMistake(tests)
  if (mistake) {
    send({ kind: 'error', text: `SyntaxError: ${mistake.text}`, file: testsFile, line: mistake.line })
    send({ kind: 'done' })
    return () => {}
  }
  const { worker, started } = spare ?? start()
  spare = null
  let messages = 0
  const end = (message: RunMessage | null) => {
    clearTimeout(timer)
    worker.terminate()
    worker.onmessage = null
    if (message) send(message)
    spare ??= start()
  }
  const stopLate = () => end({ kind: 'stopped', reason: 'time' })
  let timer = setTimeout(stopLate, startMs)
  void started.then(() => {
    clearTimeout(timer)
    timer = setTimeout(stopLate, deadlineMs)
    worker.onmessage = ({ data }: MessageEvent<RunMessage>) => {
      if (++messages > maximumMessages) end({ kind: 'stopped', reason: 'output' })
      else if (data.kind === 'done') end(data)
      else send(data)
    }
    const run: SqlRun = { kind: 'run', files: sources, tests }
    worker.postMessage(run, [])
  })
  return () => end(null)
}
