import { expect, test } from 'vitest'
import { countPassed, followRun, idleRun, isAttempt, type RunEvent } from './run-state.ts'

const after = (...events: RunEvent[]) => events.reduce(followRun, idleRun)
const begun: RunEvent = { kind: 'begun' }
const passedTest = (index: number): RunEvent => ({ kind: 'test', index, title: `tes ${index}`, passed: true, text: '' })
const failedTest = (index: number): RunEvent => ({ kind: 'test', index, title: 'x', passed: false, text: 'lain' })
const line = (text: string): RunEvent => ({ kind: 'line', level: 'log', text })
const mistake: RunEvent = { kind: 'error', text: 'salah', file: 'a.js', line: 2 }

test('nothing is shown before a run began', () => {
  expect(after(passedTest(0), line('x'), { kind: 'done' })).toEqual(idleRun)
})

test('a run shows its tests in order, its lines and its mistakes', () => {
  const state = after(begun, line('halo'), passedTest(0), failedTest(1), mistake, { kind: 'done' })
  expect(state).toMatchObject({ status: 'done', lines: [{ text: 'halo' }], mistakes: [{ line: 2 }], stopped: null })
  expect(state.tests.map(({ passed }) => passed)).toEqual([true, false])
})

test('a test that is reported twice, or out of its order, counts once or not at all', () => {
  expect(after(begun, passedTest(0), passedTest(0), passedTest(5)).tests).toHaveLength(1)
})

test('a run that is over takes no further tests, but shows what goes wrong in its page later, without changing its result', () => {
  const over = after(begun, passedTest(0), { kind: 'done' }, passedTest(1), mistake, line('nanti'))
  expect([over.tests.length, over.mistakes, over.lines.length]).toEqual([1, [], 1])
  expect(over.laterMistakes).toMatchObject([{ file: 'a.js', line: 2 }])
  expect(countPassed(over, 1)).toBe(1)
})

test('a page that is closed after its run keeps what the run found', () => {
  const closed = after(begun, passedTest(0), { kind: 'done' }, { kind: 'closed', reason: 'busy' })
  expect([closed.closed, closed.stopped, countPassed(closed, 1)]).toEqual(['busy', null, 1])
})

test('a second run begins empty', () => {
  expect(after(begun, line('x'), passedTest(0), { kind: 'done' }, begun)).toEqual({ ...idleRun, status: 'running' })
})

test('endless lines and mistakes are cut off', () => {
  const state = after(
    begun,
    ...Array.from({ length: 2_000 }, () => line('x')),
    ...Array.from({ length: 50 }, (_, at): RunEvent => ({ kind: 'error', text: 'salah', file: 'a.js', line: at })),
  )
  expect([state.lines.length, state.mistakes.length]).toEqual([301, 20])
})

test('one mistake that is made again and again is shown once', () =>
  expect(after(begun, mistake, mistake, { kind: 'done' }, mistake, mistake)).toMatchObject({
    mistakes: [{ line: 2 }],
    laterMistakes: [{ line: 2 }],
  }))

test('all passed only when each test passed, without a mistake, at the end of the run', () => {
  const done: RunEvent = { kind: 'done' }
  expect(countPassed(after(begun, passedTest(0), passedTest(1), done), 2)).toBe(2)
  expect(countPassed(after(begun, passedTest(0), failedTest(1), done), 2)).toBe(1)
  expect(countPassed(after(begun, passedTest(0), done), 2)).toBe(1)
  expect(countPassed(after(begun, passedTest(0), passedTest(1), mistake, done), 2)).toBe(1)
  expect(countPassed(after(begun, passedTest(0), passedTest(1), { kind: 'stopped', reason: 'time' }), 2)).toBe(1)
  expect(countPassed(after(begun, passedTest(0), passedTest(1), passedTest(2), done), 2)).toBe(1)
})

test.each([
  ['time', true],
  ['memory', true],
  ['output', true],
  ['moved', true],
  ['start', false],
  ['frame', false],
  ['asked', false],
] as const)('a run that was stopped by %s is an attempt: %s', (reason, counts) =>
  expect(isAttempt(after(begun, { kind: 'stopped', reason }))).toBe(counts),
)
