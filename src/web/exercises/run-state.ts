import { maximumLines, type RunMessage } from '#web/exercises/frame/protocol.ts'

export type TestResult = { title: string; passed: boolean; text: string }
type Line = Extract<RunMessage, { kind: 'line' }>
export type Mistake = { text: string; file: string | null; line: number | null }
/** `asked`: by the learner. */
export type StopReason = Extract<RunMessage, { kind: 'stopped' }>['reason'] | 'frame' | 'asked'
/** Why the frame of a run was closed. `busy`: it no longer answered. */
export type CloseReason = 'asked' | 'busy' | 'moved' | 'output'

/** A run as it is shown. `tests` are in the order of their list; those that did not run are missing. */
export type RunState = {
  status: 'idle' | 'running' | 'done'
  tests: readonly TestResult[]
  lines: readonly Omit<Line, 'kind'>[]
  mistakes: readonly Mistake[]
  /** Null for a run that came to its end. */
  stopped: StopReason | null
  /** Mistakes of the page after its run, such as on a press; they change no result. */
  laterMistakes: readonly Mistake[]
  /** Null while the frame of a run is open. */
  closed: CloseReason | null
}

export type RunEvent =
  | { kind: 'begun' }
  | { kind: 'stopped'; reason: StopReason }
  | { kind: 'closed'; reason: CloseReason }
  | RunMessage

export const idleRun: RunState = {
  status: 'idle',
  tests: [],
  lines: [],
  mistakes: [],
  stopped: null,
  laterMistakes: [],
  closed: null,
}

/** True once code has run, to its end or to its deadline: then it is an attempt. One that the learner stopped is none. */
export const isAttempt = ({ status, stopped }: Pick<RunState, 'status' | 'stopped'>): boolean =>
  status === 'done' && stopped !== 'frame' && stopped !== 'start' && stopped !== 'asked'

const maximumMistakes = 20

/** Reducer of a run. After its end only a page goes on. */
export function followRun(state: RunState, event: RunEvent): RunState {
  if (event.kind === 'begun') return { ...idleRun, status: 'running' }
  if (state.status === 'idle') return state
  if (state.status === 'done') return followPage(state, event)
  switch (event.kind) {
    case 'line':
      return withLine(state, event)
    case 'error':
      return { ...state, mistakes: withMistake(state.mistakes, event) }
    case 'test': {
      // Each once, in their order.
      if (event.index !== state.tests.length) return state
      return {
        ...state,
        tests: [...state.tests, { title: event.title, passed: event.passed, text: event.text }],
      }
    }
    case 'done':
      return { ...state, status: 'done' }
    case 'stopped':
      return { ...state, status: 'done', stopped: event.reason }
    case 'closed':
      return state
  }
}

/** Pages go on after their run: what they write later is shown, until they are closed. */
function followPage(state: RunState, event: RunEvent): RunState {
  switch (event.kind) {
    case 'line':
      return withLine(state, event)
    case 'error':
      return { ...state, laterMistakes: withMistake(state.laterMistakes, event) }
    case 'closed':
      return { ...state, closed: event.reason }
    default:
      return state
  }
}

/** Each once: a timer makes one mistake again and again. */
function withMistake(mistakes: readonly Mistake[], { text, file, line }: Mistake): readonly Mistake[] {
  const isKnown = mistakes.some((other) => other.text === text && other.file === file && other.line === line)
  return isKnown || mistakes.length >= maximumMistakes ? mistakes : [...mistakes, { text, file, line }]
}

const withLine = (state: RunState, { level, text }: Line): RunState =>
  state.lines.length > maximumLines ? state : { ...state, lines: [...state.lines, { level, text }] }

/** The reported count: all only when the run came to its end and each of the tests passed. */
export function countPassed({ tests, stopped, mistakes }: RunState, total: number): number {
  const passed = Math.min(total, tests.filter((test) => test.passed).length)
  const isWhole = stopped === null && mistakes.length === 0 && tests.length === total && passed === total
  return isWhole ? total : Math.min(passed, total - 1)
}
