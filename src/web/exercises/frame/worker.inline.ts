import { createConsole } from './console.ts'
import { hideSharedMemory } from './forbid-inner-code.ts'
import { createHarness } from './harness.ts'
import type { RunMessage } from './protocol.ts'

// Begins the worker of a run, before the code of the learner. The worker has no network, and ends with its run.

hideSharedMemory()
const { postMessage } = globalThis
const send = (message: RunMessage) => postMessage(message)

/** Where an error is in the one script that all files make. */
const lineOf = (error: unknown): number | null => {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const line = /latihan\.js:(\d+)/.exec(stack)?.[1]
  return line === undefined ? null : Number(line)
}
const wordError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

const harness = createHarness(send, wordError)
Object.assign(globalThis, harness.globals, { console: createConsole(send) })

addEventListener('error', (event) => {
  event.preventDefault()
  const { error } = event as ErrorEvent
  send({
    kind: 'error',
    text: error === undefined ? (event as ErrorEvent).message : wordError(error),
    file: null,
    line: lineOf(error) ?? (event as ErrorEvent).lineno,
  })
  send({ kind: 'done' })
})
addEventListener('unhandledrejection', (event) => {
  event.preventDefault()
  const { reason } = event as PromiseRejectionEvent
  send({ kind: 'error', text: wordError(reason), file: null, line: lineOf(reason) })
})
Object.assign(globalThis, {
  /** The last line of the script: the tests run once it was read. */
  __jalankanTes: () => void harness.runAll().then(() => send({ kind: 'done' })),
})
