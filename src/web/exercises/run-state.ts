import type { RunMessage } from '#web/exercises/frame/protocol.ts'

export type TestResult = { title: string; passed: boolean; text: string }
type Line = Extract<RunMessage, { kind: 'line' }>
export type Mistake = { text: string; file: string | null; line: number | null }
export type StopReason = Extract<RunMessage, { kind: 'stopped' }>['reason'] | 'frame'

/** A run as it is shown. `tests` are in the order of their list; those that did not run are missing. */
export type RunState = {
  status: 'idle' | 'running' | 'done'
  tests: readonly TestResult[]
  lines: readonly Omit<Line, 'kind'>[]
  mistakes: readonly Mistake[]
  /** Null for a run that came to its end. */
  stopped: StopReason | null
}

export type RunEvent = { kind: 'begun' } | { kind: 'stopped'; reason: StopReason } | RunMessage

export const idleRun: RunState = { status: 'idle', tests: [], lines: [], mistakes: [], stopped: null }

const maximumMistakes = 20
/** More than that is no list of promises any more. */
const maximumShown = 300

/** What a run shows after an event. Events of a run that is over change nothing. */
export function followRun(state: RunState, event: RunEvent): RunState {
  if (event.kind === 'begun') return { ...idleRun, status: 'running' }
  if (state.status !== 'running') {
    // Pages go on: what they write later is shown.
    return event.kind === 'line' && state.status === 'done' ? withLine(state, event) : state
  }
  switch (event.kind) {
    case 'line':
      return withLine(state, event)
    case 'error':
      return state.mistakes.length >= maximumMistakes
        ? state
        : { ...state, mistakes: [...state.mistakes, { text: event.text, file: event.file, line: event.line }] }
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
  }
}

const withLine = (state: RunState, { level, text }: Line): RunState =>
  state.lines.length >= maximumShown + 1 ? state : { ...state, lines: [...state.lines, { level, text }] }

/** What is reported of a run: all passed only when it came to its end and each of the tests passed. */
export function countPassed({ tests, stopped, mistakes }: RunState, total: number): number {
  const passed = Math.min(total, tests.filter((test) => test.passed).length)
  const isWhole = stopped === null && mistakes.length === 0 && tests.length === total && passed === total
  return isWhole ? total : Math.min(passed, total - 1)
}
