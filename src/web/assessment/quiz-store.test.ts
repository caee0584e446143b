import { ORPCError } from '@orpc/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Attempt } from '#contract/assessment/quiz-attempts.ts'
import type { Answers } from '#contract/assessment/quiz-values.ts'
import { fakeBrowser } from '#testing/fake-browser.ts'
import type { Api } from '#web/identity/index.ts'
import { changeAnswer, placeOfAnswers, storeAttempt, quizStore, quizTask, requestSubmit } from './quiz-store.ts'

beforeEach(() => void fakeBrowser())
afterEach(() => vi.unstubAllGlobals())

const attempt: Attempt = {
  _id: 'a',
  courseId: 'k',
  contentId: 'q',
  number: 1,
  startedAt: '2026-11-21T03:00:00.000Z',
  deadline: null,
  now: '2026-11-21T03:00:00.000Z',
  submittedAt: null,
  passPercent: 70,
  showAnswers: 'after-attempt',
  questions: [],
  answers: {},
  seq: 0,
  result: null,
}

/** A server with the rules of the calls: an older seq changes nothing and returns what is stored. */
function server({ isOver = false } = {}) {
  const state = { answers: {} as Answers, seq: 0, submitted: 0 }
  const quizAttempts = {
    async saveAnswers({ answers, seq }: { answers: Answers; seq: number }) {
      if (isOver) throw new ORPCError('ATTEMPT_OVER', { defined: true, status: 409 })
      if (seq > state.seq) Object.assign(state, { answers, seq })
      // PostgreSQL returns the keys of an object in its own order.
      const sorted = Object.fromEntries(Object.entries(state.answers).map(([id, value]) => [id, reversed(value)]))
      return { data: { answers: sorted, seq: state.seq, solutions: {} } }
    },
    async submitAttempt() {
      state.submitted++
      return { data: { percent: 100, passed: true } }
    },
  }
  return { state, api: { authenticated: { quizAttempts } } as unknown as Api }
}
const reversed = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toReversed())
    : value

async function send(api: Api) {
  const { result, confirm } = await quizTask.send(api, 'sari', 'q')
  confirm?.()
  return result
}

test('an answer is unsent until the server has it, also pairs that it returns in another order', async () => {
  const { state, api } = server()
  storeAttempt('sari', attempt, 0)
  changeAnswer('sari', 'q', 'pairs', { x: '1', y: '2' })
  expect(quizTask.unsent('sari')).toEqual(['q'])
  await send(api)
  expect([state.seq, quizTask.unsent('sari')]).toEqual([1, []])
})

test('answers of another device are kept, and those of this one are sent over them', async () => {
  const { state, api } = server()
  storeAttempt('sari', attempt, 0)
  Object.assign(state, { answers: { one: 'there', two: 'there' }, seq: 7 })
  changeAnswer('sari', 'q', 'two', 'here')
  changeAnswer('sari', 'q', 'three', true)
  await send(api)
  expect(state).toMatchObject({ answers: { one: 'there', two: 'here', three: true }, seq: 8 })
  expect(quizStore.read('sari', 'q')?.answers).toEqual(state.answers)
})

test('an attempt that the server sent before it had the newest answers does not bring older ones back', async () => {
  const { api } = server()
  const shown = { _id: 'one', text: 'Sudah diperiksa' } as unknown as Attempt['questions'][number]
  storeAttempt('sari', { ...attempt, questions: [shown], answers: { one: 'x' }, seq: 3 }, 0)
  changeAnswer('sari', 'q', 'one', 'y')
  changeAnswer('sari', 'q', 'two', 'z')
  await send(api)
  const newest = quizStore.read('sari', 'q')
  expect(newest).toMatchObject({ answers: { one: 'y', two: 'z' }, seq: 4, changed: [] })

  storeAttempt('sari', { ...attempt, answers: { one: 'x' }, seq: 3 }, 0)
  expect(quizStore.read('sari', 'q')).toEqual(newest)
  storeAttempt('sari', { ...attempt, answers: { one: 'there' }, seq: 5 }, 0)
  expect(quizStore.read('sari', 'q')).toMatchObject({ answers: { one: 'there' }, seq: 5 })
})

test('a cleared answer is removed on the server', async () => {
  const { state, api } = server()
  storeAttempt('sari', { ...attempt, answers: { one: 'x' }, seq: 3 }, 0)
  Object.assign(state, { answers: { one: 'x' }, seq: 3 })
  changeAnswer('sari', 'q', 'one', '')
  await send(api)
  expect(state.answers).toEqual({})
})

test('an attempt is submitted after its answers, and then removed from this device', async () => {
  const { state, api } = server()
  storeAttempt('sari', attempt, 0)
  changeAnswer('sari', 'q', 'one', 'x')
  requestSubmit('sari', 'q')
  changeAnswer('sari', 'q', 'one', 'too late')
  expect(await send(api)).toMatchObject({ kind: 'submitted', result: { percent: 100 } })
  expect([state.answers, state.submitted, quizStore.read('sari', 'q')]).toEqual([{ one: 'x' }, 1, null])
})

test('an attempt whose time is over on the server is removed from this device, and reported', async () => {
  const { api } = server({ isOver: true })
  storeAttempt('sari', attempt, 0)
  changeAnswer('sari', 'q', 'one', 'x')
  expect(await send(api)).toEqual({ kind: 'over', attemptId: 'a' })
  expect(quizStore.read('sari', 'q')).toBeNull()
})

describe('answers are said to be saved where all of them are', () => {
  const place = (isWaiting: boolean) => {
    const stored = quizStore.read('sari', 'q')
    return stored && placeOfAnswers(stored, { isWaiting, isKept: quizStore.isKept('sari', 'q') })
  }

  test.each(['after-attempt', 'after-question'] as const)('with solutions %s', async (showAnswers) => {
    const { api } = server()
    storeAttempt('sari', { ...attempt, showAnswers, seq: 1 }, 0)
    expect(place(false)).toBe('server')
    changeAnswer('sari', 'q', 'satu', 'b')
    // Sent in a moment, or never before it is checked.
    expect([place(false), place(true)]).toEqual([null, 'device'])
    requestSubmit('sari', 'q')
    expect(place(true)).toBe('device')
    await send(api)
    expect(quizStore.read('sari', 'q')).toBeNull()
  })

  test('on a device that is full they are in this page only', () => {
    const browser = fakeBrowser()
    storeAttempt('sari', { ...attempt, showAnswers: 'after-question' }, 0)
    browser.isFull = true
    changeAnswer('sari', 'q', 'satu', 'b')
    expect([place(false), place(true)]).toEqual(['page', 'page'])
    browser.isFull = false
    changeAnswer('sari', 'q', 'satu', 'c')
    expect(place(true)).toBe('device')
  })
})
