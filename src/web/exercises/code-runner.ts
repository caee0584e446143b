import { newKey } from '#web/kit/device/device-store.ts'
import {
  deadlineMs,
  engineStartMs,
  framePath,
  maximumMessages,
  maximumMessageCharacters,
  type Moved,
  type EngineParts,
  type Ping,
  type PrepareEngine,
  type Ready,
  type Reply,
  type RunMessage,
  type RunRequest,
} from '#web/exercises/frame/protocol.ts'
import { answerWatch, askEveryMs, startWatch, tickWatch, type Watch } from './frame-watch.ts'
import type { CloseReason, RunEvent } from './run-state.ts'

type Job = Pick<RunRequest, 'language' | 'files' | 'tests'>
type OpenFrame = { element: HTMLIFrameElement; ready: Promise<boolean>; isUsed: boolean; hasEngine: boolean }

const readyMs = 8_000
/** After the deadline in the frame, which may hang. */
const graceMs = 1_500

/**
 * Runs code in a frame of an opaque origin inside of `container`. The frame gets the code and nothing else, and what it sends is a claim: its
 * messages are counted, checked and cut. A page has a frame of its own; runs of other
 * languages share one, since each has a worker.
 */
export function createCodeRunner(container: HTMLElement, onEvent: (event: RunEvent) => void) {
  let frame: OpenFrame | null = null
  let engine: EngineParts | null = null
  let nonce = ''
  let run = 0
  let messages = 0
  let isRunning = false
  let backstop: ReturnType<typeof setTimeout> | undefined
  let watch: Watch | null = null
  let ticks: ReturnType<typeof setInterval> | undefined
  let isPage = false

  function open(): OpenFrame {
    const element = document.createElement('iframe')
    element.title = 'Hasil kodemu'
    element.src = framePath
    element.referrerPolicy = 'no-referrer'
    element.className = 'block h-full w-full bg-white'
    let becomeReady: (isReady: boolean) => void = () => {}
    const ready = new Promise<boolean>((resolve) => (becomeReady = resolve))
    const opened: OpenFrame = { element, ready, isUsed: false, hasEngine: false }
    const timer = setTimeout(() => becomeReady(false), readyMs)
    const onReady = ({ source, origin, data }: MessageEvent<Ready>) => {
      if (source !== element.contentWindow || data?.kind !== 'ready') return
      removeEventListener('message', onReady)
      clearTimeout(timer)
      // Whatever the frame opens next is sandboxed too.
      element.setAttribute('sandbox', 'allow-scripts')
      becomeReady(origin === 'null')
    }
    addEventListener('message', onReady)
    let loads = 0
    // Our document loads once; code of a learner that opens another one is over.
    element.addEventListener('load', () => ++loads > 1 && frame === opened && stop('moved'))
    container.replaceChildren(element)
    return opened
  }

  async function sendEngine(opened: OpenFrame): Promise<void> {
    if (!(await opened.ready) || !engine || opened.hasEngine) return
    opened.hasEngine = true
    const prepare: PrepareEngine = { kind: 'prepare', engine }
    opened.element.contentWindow?.postMessage(prepare, '*')
  }

  function receive({ source, data }: MessageEvent<Reply | Moved | Ping>) {
    if (!frame || source !== frame.element.contentWindow || !data) return
    if ('kind' in data) {
      if (data.kind === 'moved') stop('moved')
      if (data.kind === 'ping') hearAnswer(Number(data.count))
      return
    }
    if (data.nonce !== nonce || data.run !== run) return
    if (++messages > maximumMessages + 10) return stop('output')
    const message = readMessage(data.message)
    if (message) tell(message)
  }

  function tell(event: RunEvent) {
    if (event.kind === 'done' || event.kind === 'stopped') {
      clearTimeout(backstop)
      isRunning = false
      // A page goes on after its run.
      if (isPage && frame) keepWatch()
      else endWatch()
    }
    onEvent(event)
  }

  function close() {
    clearTimeout(backstop)
    endWatch()
    frame = null
    container.replaceChildren()
  }

  function stop(reason: CloseReason | 'time' | 'frame') {
    close()
    // A frame whose code has threads of its own answers, unless it is gone.
    if (isRunning) tell({ kind: 'stopped', reason: reason === 'busy' ? 'memory' : reason })
    onEvent({ kind: 'closed', reason: reason === 'time' || reason === 'frame' ? 'busy' : reason })
  }

  function keepWatch() {
    watch = startWatch(performance.now())
    clearInterval(ticks)
    ticks = setInterval(() => {
      if (!watch) return
      const ticked = tickWatch(watch, performance.now())
      watch = ticked.watch
      const ping: Ping = { kind: 'ping', count: watch.count }
      if (ticked.isBusy) stop('busy')
      else if (ticked.asks) frame?.element.contentWindow?.postMessage(ping, '*')
    }, askEveryMs)
  }

  function hearAnswer(count: number) {
    if (!watch) return
    const answered = answerWatch(watch, count, performance.now())
    watch = answered.watch
    if (answered.isBusy) stop('busy')
  }

  function endWatch() {
    clearInterval(ticks)
    watch = null
  }

  addEventListener('message', receive)
  return {
    /** Opens the frame before the first run, so that a press shows its result at once. */
    prepare() {
      frame ??= open()
    },
    prepareEngine(parts: EngineParts) {
      engine = parts
      frame ??= open()
      void sendEngine(frame)
    },
    async run(job: Job): Promise<void> {
      const current = ++run
      messages = 0
      isRunning = true
      isPage = job.language === 'web'
      endWatch()
      onEvent({ kind: 'begun' })
      if (!frame || (job.language === 'web' && frame.isUsed)) frame = open()
      const used = frame
      const isReady = await used.ready
      if (current !== run) return
      if (!isReady || frame !== used) return stop('frame')
      await sendEngine(used)
      nonce = newKey()
      used.isUsed = true
      const request: RunRequest = { kind: 'run', nonce, run, ...job }
      clearTimeout(backstop)
      backstop = setTimeout(() => stop('time'), deadlineMs + graceMs + (engine ? engineStartMs : 0))
      // Code of a page may keep its thread until the deadline; that of a worker leaves the thread of the frame free.
      if (!isPage) keepWatch()
      // An opaque origin has no name to send to.
      used.element.contentWindow?.postMessage(request, '*')
    },
    /** Ends what runs, or closes the page that a run left. */
    halt() {
      // A run that still waits for its frame begins no more.
      run++
      stop('asked')
    },
    close() {
      removeEventListener('message', receive)
      isRunning = false
      close()
    },
  }
}
export type CodeRunner = ReturnType<typeof createCodeRunner>

const cut = (text: unknown): string => String(text).slice(0, maximumMessageCharacters + 1)
const reasons = ['time', 'output', 'moved', 'memory', 'start'] as const
const levels = ['log', 'warn', 'error'] as const

/** A message of the frame with what is expected in it only; null for any other. */
function readMessage(message: unknown): RunMessage | null {
  if (typeof message !== 'object' || message === null) return null
  const fields = message as Record<string, unknown>
  switch (fields['kind']) {
    case 'line':
      return {
        kind: 'line',
        level: levels.find((level) => level === fields['level']) ?? 'log',
        text: cut(fields['text']),
      }
    case 'test':
      return {
        kind: 'test',
        index: Number(fields['index']),
        title: cut(fields['title']),
        passed: fields['passed'] === true,
        text: cut(fields['text']),
      }
    case 'error': {
      const line = Number(fields['line'])
      return {
        kind: 'error',
        text: cut(fields['text']),
        file: typeof fields['file'] === 'string' ? cut(fields['file']) : null,
        line: Number.isInteger(line) && line > 0 ? line : null,
      }
    }
    case 'done':
      return { kind: 'done' }
    case 'stopped':
      return { kind: 'stopped', reason: reasons.find((reason) => reason === fields['reason']) ?? 'time' }
    default:
      return null
  }
}
