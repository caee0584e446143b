import { startEngine, type Engine } from './engine.ts'
import { findSyntaxMistake } from './guard.ts'
import type { SqlParts } from './protocol.ts'
import { testsFile } from './run-script.ts'
import type { SqlFiles } from './sql-worker.inline.ts'

/** Runs SQL in a new database each time. Its tests are JavaScript. */
export function startSql({ script, wasm, data, empty }: SqlParts): Engine {
  const compiled = wasm.arrayBuffer().then((bytes) => WebAssembly.compile(bytes))
  const files = compiled.then((engine): SqlFiles => ({ kind: 'start', wasm: engine, data, empty }))
  const run = startEngine({ script, files })
  return (job, send) => {
    const mistake = findSyntaxMistake(job.tests)
    if (!mistake) return run(job, send)
    send({ kind: 'error', text: `SyntaxError: ${mistake.text}`, file: testsFile, line: mistake.line })
    send({ kind: 'done' })
    return () => {}
  }
}
