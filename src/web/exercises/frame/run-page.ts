import type { CodeFile } from '#contract/exercises/exercise-values.ts'
import { createConsole } from './console.ts'
import { findSyntaxMistake, guardName, guardScript } from './guard.ts'
import { createHarness } from './harness.ts'
import { deadlineMs, maximumMessages, type RunMessage, type RunRequest } from './protocol.ts'
import { testsFile } from './run-script.ts'

class TimeOver extends Error {}

/** The time of a later press in the page, or of a timer. */
const pressMs = 1_000

const wordError = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

/** Shows a page of the learner in this frame, runs its scripts in order and then the tests. Each run has a frame of its own. */
export function runPage(
  { files, tests }: RunRequest,
  sendAny: (message: RunMessage) => void,
  asPage: (html: string) => string,
): void {
  const now = performance.now.bind(performance)
  let endsAt = now() + deadlineMs
  let messages = 0
  let isOver = false
  const send = (message: RunMessage) => {
    // Lines and mistakes of later presses in the page are shown, up to the limit.
    if (isOver)
      return void (
        (message.kind === 'line' || message.kind === 'error') &&
        ++messages <= maximumMessages &&
        sendAny(message)
      )
    isOver = ++messages > maximumMessages || message.kind === 'done' || message.kind === 'stopped'
    if (isOver) endsAt = now() + pressMs
    sendAny(messages > maximumMessages ? { kind: 'stopped', reason: 'output' } : message)
  }
  const harness = createHarness(send, wordError)
  let calls = 0
  let isLate = false
  const guard = () => {
    // Reading the clock is expensive beside an empty loop. Once late, every check throws: code may catch what the first one throws.
    if (!isLate && (++calls % 256 !== 0 || now() <= endsAt)) return
    isLate = true
    throw new TimeOver('Waktu habis')
  }
  Object.defineProperty(globalThis, guardName, { value: guard })
  Object.assign(globalThis, harness.globals, {
    console: createConsole(send),
    berkas: (path: string) => files.find((file) => file.path === path)?.text,
    // Without allow-modals they do nothing but warn in a console that learners do not see.
    alert: (text: unknown) => send({ kind: 'line', level: 'log', text: `alert: ${String(text).slice(0, 1_000)}` }),
    confirm: () => false,
    prompt: () => null,
  })
  hideWhatLeaves()

  const report = (error: unknown, file: string | null) => {
    if (error instanceof TimeOver && !isOver) return send({ kind: 'stopped', reason: 'time' })
    const line = /:(\d+):\d+\)?$/m.exec(error instanceof Error ? (error.stack ?? '') : '')?.[1]
    send({
      kind: 'error',
      text: wordError(error),
      file,
      line: line === undefined || file === null ? null : Number(line),
    })
  }
  let running: string | null = null
  addEventListener('error', (event) => {
    if (!(event instanceof ErrorEvent)) return
    event.preventDefault()
    const named = /([^/]+)$/.exec(event.filename)?.[1]
    const file = running ?? files.find(({ path }) => path.endsWith(named ?? ' '))?.path ?? null
    if (event.error instanceof TimeOver && !isOver) return report(event.error, file)
    send({
      kind: 'error',
      text: event.error === undefined ? event.message : wordError(event.error),
      file,
      line: event.lineno,
    })
  })
  addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    report(event.reason, null)
  })

  const execute = (file: string, code: string, place: (script: HTMLScriptElement) => void): boolean => {
    const mistake = findSyntaxMistake(code)
    if (mistake) {
      send({ kind: 'error', text: `SyntaxError: ${mistake.text}`, file, line: mistake.line })
      return false
    }
    const script = document.createElement('script')
    script.textContent = `${guardScript(code)}\n//# sourceURL=${file}`
    running = file
    place(script)
    running = null
    return true
  }

  const page = files.find(({ path }) => path.endsWith('.html'))
  show(asPage(page?.text ?? ''), files)
  for (const old of document.querySelectorAll('script')) {
    const path = old.getAttribute('src')
    const source = path === null ? null : findFile(files, path)
    if (path !== null && !source) {
      send({ kind: 'line', level: 'warn', text: `Berkas "${path.slice(0, 200)}" tidak ada di latihan ini.` })
      continue
    }
    execute(source?.path ?? page?.path ?? 'index.html', source?.text ?? old.textContent, (script) =>
      old.replaceWith(script),
    )
  }
  // Files that the page does not name run too, where there is no page.
  if (!page)
    for (const { path, text } of files.filter((file) => file.path.endsWith('.js')))
      execute(path, text, (script) => document.body.append(script))
  document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }))
  dispatchEvent(new Event('load'))
  if (execute(testsFile, tests, (script) => document.body.append(script)))
    void harness.runAll().then(() => send({ kind: 'done' }))
  else send({ kind: 'done' })
  setTimeout(() => send({ kind: 'stopped', reason: 'time' }), deadlineMs)
  // Later presses in the page have their own time.
  setInterval(() => {
    isLate = false
    endsAt = Math.max(endsAt, now() + pressMs)
  }, pressMs / 2)
}

const findFile = (files: readonly CodeFile[], path: string): CodeFile | undefined =>
  files.find((file) => file.path === path.replace(/^\.?\//, '').replace(/[?#].*$/, ''))

const leaving = 'meta[http-equiv], base, link:not([rel=stylesheet i]), iframe, frame, object, embed, portal'

/** Makes the document of the learner's HTML, with its style sheets inside. Its scripts are there, but have not run. */
function show(html: string, files: readonly CodeFile[]): void {
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  removeWhatLeaves(parsed)
  for (const link of parsed.querySelectorAll('link')) {
    const style = parsed.createElement('style')
    style.textContent = findFile(files, link.getAttribute('href') ?? '')?.text ?? ''
    link.replaceWith(style)
  }
  for (const element of parsed.querySelectorAll('*'))
    for (const { name, value } of element.attributes)
      if (name.startsWith('on')) element.setAttribute(name, guarded(value))
  const root = document.documentElement
  for (const { name, value } of parsed.documentElement.attributes) root.setAttribute(name, value)
  // The elements themselves: their text, read again, may make other ones.
  root.replaceChildren(...parsed.documentElement.childNodes)
}

function removeWhatLeaves(parent: ParentNode): void {
  for (const element of parent.querySelectorAll(leaving)) element.remove()
  for (const template of parent.querySelectorAll('template')) removeWhatLeaves(template.content)
}

function guarded(handler: string): string {
  try {
    return guardScript(handler, true)
  } catch {
    // The browser reports it when the handler runs.
    return handler
  }
}

/** Removes what would leave the frame beside its policy, and lets forms be tried although none is sent. */
function hideWhatLeaves(): void {
  for (const name of [
    'RTCPeerConnection',
    'webkitRTCPeerConnection',
    'RTCDataChannel',
    'WebTransport',
    'open',
    'print',
  ])
    Object.defineProperty(globalThis, name, { value: undefined })
  for (const name of ['pushState', 'replaceState', 'back', 'forward', 'go'])
    Object.defineProperty(History.prototype, name, { value() {} })
  document.write = (...texts: string[]) =>
    (document.currentScript ?? document.body.lastElementChild)?.insertAdjacentHTML('beforebegin', texts.join(''))
  document.writeln = document.write
  const submit = (form: HTMLFormElement, submitter: HTMLElement | null) => {
    if (form.noValidate || form.reportValidity())
      form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }))
  }
  HTMLFormElement.prototype.requestSubmit = function (submitter) {
    submit(this, submitter ?? null)
  }
  addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null
    const link = target?.closest('a[href]:not([href^="#"])')
    if (link) event.preventDefault()
    const button = target?.closest<HTMLButtonElement | HTMLInputElement>('button, input[type=submit]')
    if (!button?.form || button.type !== 'submit' || event.defaultPrevented) return
    event.preventDefault()
    submit(button.form, button)
  })
}
