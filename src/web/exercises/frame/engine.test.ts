import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEngine } from './engine.ts'
import { deadlineMs, engineStartMs, type RunMessage, type RunRequest } from './protocol.ts'

/** The browser's worker, whose thread the test plays. */
class PlayedWorker {
  static all: PlayedWorker[] = []
  onmessage: ((event: { data: unknown }) => void) | null = null
  onerror: ((event: { preventDefault(): void }) => void) | null = null
  isTerminated = false
  constructor() {
    PlayedWorker.all.push(this)
  }
  postMessage() {}
  terminate() {
    this.isTerminated = true
  }
}

const job: RunRequest = { kind: 'run', nonce: 'n', run: 1, language: 'python', files: [], tests: '' }

beforeEach(() => {
  PlayedWorker.all = []
  vi.useFakeTimers()
  vi.stubGlobal('Worker', PlayedWorker)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function begin() {
  const told: RunMessage[] = []
  const run = startEngine({ script: '', files: Promise.resolve({}) })
  run(job, (message) => told.push(message))
  const [worker] = PlayedWorker.all as [PlayedWorker]
  return { told, worker, start: () => worker.onmessage?.({ data: { kind: 'started' } }) }
}

test('the time of a run begins once its engine has started, however long that took', async () => {
  const { told, worker, start } = begin()
  await vi.advanceTimersByTimeAsync(engineStartMs - 1)
  start()
  await vi.advanceTimersByTimeAsync(deadlineMs - 1)
  expect([told, worker.isTerminated]).toEqual([[], false])
  await vi.advanceTimersByTimeAsync(1)
  expect([told, worker.isTerminated]).toEqual([[{ kind: 'stopped', reason: 'time' }], true])
})

test.each(['never answers', 'fails'])(
  'an engine that %s is said not to have started, and the code is not blamed',
  async (how) => {
    const { told, worker } = begin()
    if (how === 'fails') worker.onerror?.({ preventDefault: () => {} })
    await vi.advanceTimersByTimeAsync(how === 'fails' ? 0 : engineStartMs)
    expect([told, worker.isTerminated]).toEqual([[{ kind: 'stopped', reason: 'start' }], true])
  },
)
