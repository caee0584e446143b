import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { maximumWaitSeconds, runBulk, type BulkProgress } from './run-bulk.ts'

const refusal = (status: number, message: string, data?: object) =>
  new ORPCError('REFUSED', { defined: true, status, message, data })
const tooMany = (retryAfterSeconds: number) => refusal(429, 'Terlalu banyak percobaan.', { retryAfterSeconds })

/** Runs over rows, each of which fails with its errors one after the other before it succeeds. */
async function run(
  rows: readonly string[],
  errors: Record<string, Error[]> = {},
  { onCall, signal }: { onCall?: (row: string) => void; signal?: AbortSignal } = {},
) {
  const calls: string[] = []
  const pauses: number[] = []
  const progress: BulkProgress[] = []
  const outcome = await runBulk({
    rows,
    call: async (row) => {
      calls.push(row)
      onCall?.(row)
      const error = errors[row]?.shift()
      if (error) throw error
    },
    signal: signal ?? new AbortController().signal,
    onProgress: (told) => progress.push(told),
    pause: async (ms) => void pauses.push(ms),
  })
  return { ...outcome, calls, pauses, progress }
}

test('rows are called one after the other, and each is told before its call', async () => {
  const { done, failures, left, calls, progress } = await run(['Git', 'React', 'SQL'])
  expect([done, failures, left, calls]).toEqual([['Git', 'React', 'SQL'], [], [], ['Git', 'React', 'SQL']])
  expect(progress).toEqual([0, 1, 2].map((finished) => ({ finished, total: 3, isWaiting: false })))
})

test('a row that fails is named with what the server says of it or of its fields, and the others go on', async () => {
  const { done, failures } = await run(['Git', 'React', 'SQL'], {
    Git: [refusal(409, 'Ulasan ini sudah disembunyikan.')],
    SQL: [
      refusal(422, 'Periksa lagi isian yang ditandai.', {
        errors: { price: 'Harga harus diisi', contents: 'Tambahkan minimal satu materi.' },
      }),
    ],
  })
  expect(done).toEqual(['React'])
  expect(failures).toEqual([
    { row: 'Git', sentence: 'Ulasan ini sudah disembunyikan.' },
    { row: 'SQL', sentence: 'Harga harus diisi. Tambahkan minimal satu materi.' },
  ])
})

test('while the server asks for a pause, the row waits as long as it says and is called again', async () => {
  const { done, calls, pauses, progress } = await run(['Git', 'React'], { React: [tooMany(7), tooMany(0)] })
  expect([done, calls, pauses]).toEqual([
    ['Git', 'React'],
    ['Git', 'React', 'React', 'React'],
    [7000, 1000],
  ])
  expect(progress.filter(({ isWaiting }) => isWaiting)).toHaveLength(2)
})

test('a run waits a bounded time in all, and then ends with what was not tried', async () => {
  const half = maximumWaitSeconds / 2
  const { done, failures, left, pauses } = await run(['Git', 'React', 'SQL'], {
    Git: [tooMany(half)],
    React: [tooMany(half + 1)],
  })
  expect([done, left, pauses]).toEqual([['Git'], ['SQL'], [half * 1000]])
  expect(failures).toEqual([{ row: 'React', sentence: 'Terlalu banyak percobaan.' }])
})

test.each([
  ['a session that ended', refusal(401, 'Sesi berakhir.')],
  ['a proof that was not given', refusal(403, 'Pastikan ini kamu dulu, lalu ulangi.')],
  ['a server that is closed', refusal(503, 'Layanan sedang sibuk.')],
  ['a lost connection', new TypeError('Failed to fetch')],
])('%s ends the run: it would fail for every other row too', async (_, error) => {
  const { done, failures, left, calls } = await run(['Git', 'React', 'SQL'], { React: [error] })
  expect([done, left, calls]).toEqual([['Git'], ['SQL'], ['Git', 'React']])
  expect(failures.map(({ row }) => row)).toEqual(['React'])
})

test('a run that is stopped ends after the call that is running, also while it waits', async () => {
  const during = new AbortController()
  const stopped = await run(['Git', 'React', 'SQL'], {}, { onCall: () => during.abort(), signal: during.signal })
  expect([stopped.done, stopped.failures, stopped.left]).toEqual([['Git'], [], ['React', 'SQL']])
  const waiting = new AbortController()
  const paused = await run(
    ['Git', 'React'],
    { Git: [tooMany(5)] },
    { onCall: () => waiting.abort(), signal: waiting.signal },
  )
  expect([paused.done, paused.failures, paused.left]).toEqual([[], [], ['Git', 'React']])
})
