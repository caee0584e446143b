import type { CodeFile } from '#contract/exercises/exercise-values.ts'
import { findSyntaxMistake } from './guard.ts'
import { deadlineMs, maximumMessages, type RunMessage, type RunRequest } from './protocol.ts'
// oxlint-disable-next-line import/default -- the build makes the default export
import workerScript from './worker.inline.ts?script'

const linesOf = (text: string): number => text.split('\n').length

/** The name that errors of the tests have. */
export const testsFile = 'tes'

/** The file and line of a line of the joined script; null for one that is not of its author. */
export function placeOf(files: readonly CodeFile[], line: number): { file: string; line: number } | null {
  let left = line
  for (const { path, text } of files) {
    if (left >= 1 && left <= linesOf(text)) return { file: path, line: left }
    left -= linesOf(text)
  }
  return null
}

/** The first syntax error: of one file, so that an open bracket is not looked for in the next one; else of all together, such as one name twice. */
function findMistake(parts: readonly CodeFile[], code: string) {
  for (const { path, text } of parts) {
    const mistake = findSyntaxMistake(text)
    if (mistake) return { text: mistake.text, file: path, line: mistake.line }
  }
  const mistake = findSyntaxMistake(code)
  return mistake && { text: mistake.text, ...(placeOf(parts, mistake.line) ?? nowhere) }
}

/** Runs JavaScript in a worker of its own, which is ended at the deadline. */
export function runScript({ files, tests }: RunRequest, send: (message: RunMessage) => void): () => void {
  const parts = [...files, { path: testsFile, text: tests }]
  const code = parts.map(({ text }) => text).join('\n')
  const mistake = findMistake(parts, code)
  if (mistake) {
    send({ kind: 'error', text: `SyntaxError: ${mistake.text}`, file: mistake.file, line: mistake.line })
    send({ kind: 'done' })
    return () => {}
  }
  const head = `${workerScript}\n`
  const headLines = linesOf(head) - 1
  // The call of the tests is on a line of its own: the last line may end in a comment.
  const script = `${head}${code}\n;__jalankanTes();\n//# sourceURL=latihan.js`
  return runInWorker(script, send, (line) => placeOf(parts, line - headLines))
}

const nowhere = { file: null, line: null }
type FindPlace = (line: number) => { file: string; line: number } | null

function runInWorker(script: string, send: (message: RunMessage) => void, findPlace: FindPlace): () => void {
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const worker = new Worker(url)
  let messages = 0
  const end = (message: RunMessage | null) => {
    clearTimeout(timer)
    worker.terminate()
    URL.revokeObjectURL(url)
    worker.onmessage = null
    if (message) send(message)
  }
  const timer = setTimeout(() => end({ kind: 'stopped', reason: 'time' }), deadlineMs)
  worker.onmessage = ({ data }: MessageEvent<RunMessage>) => {
    if (++messages > maximumMessages) return end({ kind: 'stopped', reason: 'output' })
    if (data.kind === 'done') return end(data)
    send(data.kind === 'error' ? { ...data, ...(findPlace(data.line ?? 0) ?? nowhere) } : data)
  }
  worker.onerror = (event) => {
    event.preventDefault()
    send({ kind: 'error', text: event.message, ...(findPlace(event.lineno) ?? nowhere) })
    end({ kind: 'done' })
  }
  return () => end(null)
}
