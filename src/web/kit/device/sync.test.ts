import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser, type FakeBrowser } from '#testing/fake-browser.ts'
import { NetworkFailure } from '#web/identity/api.ts'
import type { Api } from '#web/identity/index.ts'
import { createSync, type SyncTask } from './sync.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = fakeBrowser()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A server that collects what arrives, and a device that has unsent words. */
function situation() {
  const state = {
    signedIn: 'sari' as string | null,
    isReachable: true,
    unsent: new Set(['a']),
    requests: 0,
    arrived: [] as string[],
    whileSending: () => {},
    failure: new NetworkFailure('Failed to fetch') as Error,
  }
  const api = { sessions: { read: async () => state.signedIn && { user: { _id: state.signedIn } } } } as unknown as Api
  const task: SyncTask<string> = {
    name: 'words',
    unsent: () => [...state.unsent],
    async send(_, __, id) {
      state.requests++
      await Promise.resolve()
      if (!state.isReachable) throw state.failure
      state.arrived.push(id)
      state.whileSending()
      return { result: `saved ${id}`, confirm: () => void state.unsent.delete(id) }
    },
  }
  const sync = createSync()
  const target = { api, owner: 'sari', task, id: 'a' }
  return { state, sync, target, syncState: () => sync.state('sari', task, 'a') }
}

test('what cannot be sent is sent again with growing intervals, of at most five minutes', async () => {
  const { state, sync, target, syncState } = situation()
  state.isReachable = false
  await sync.request(target)
  expect([state.requests, syncState()]).toEqual([1, 'waiting'])
  const intervals: number[] = []
  for (let attempt = 2; attempt <= 9; attempt++) {
    const start = Date.now()
    await vi.advanceTimersToNextTimerAsync()
    intervals.push((Date.now() - start) / 1000)
    expect(state.requests).toBe(attempt)
  }
  expect(intervals).toEqual([5, 10, 20, 40, 80, 160, 300, 300])
  state.isReachable = true
  await vi.advanceTimersToNextTimerAsync()
  expect([state.arrived, syncState(), vi.getTimerCount()]).toEqual([['a'], 'idle', 0])
})

test.each(['online', 'visibilitychange'] as const)('on %s it is sent at once', async (event) => {
  const { state, sync, target } = situation()
  state.isReachable = false
  await sync.request(target)
  state.isReachable = true
  browser.dispatch(event)
  await vi.waitFor(() => expect(state.arrived).toEqual(['a']))
})

test('when the connection returns during an attempt that fails, it is sent again at once', async () => {
  const { state, sync, target } = situation()
  state.isReachable = false
  const attempt = sync.request(target)
  await vi.waitFor(() => expect(state.requests).toBe(1))
  browser.dispatch('online')
  await Promise.resolve()
  state.isReachable = true
  await attempt
  expect([state.requests, state.arrived]).toEqual([2, ['a']])
})

test('what cannot be sent because its code cannot be loaded is sent again', async () => {
  const { state, sync, target, syncState } = situation()
  state.isReachable = false
  state.failure = new TypeError('Failed to fetch dynamically imported module: /assets/calls.js')
  await sync.request(target)
  expect(syncState()).toBe('waiting')
  state.isReachable = true
  await vi.advanceTimersToNextTimerAsync()
  expect(state.arrived).toEqual(['a'])
})

test('a bug is reported, not repeated', async () => {
  const reported = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', reported)
  const { state, sync, target, syncState } = situation()
  state.isReachable = false
  state.failure = new TypeError('Cannot read properties of undefined')
  await sync.request(target)
  expect([reported.mock.calls, syncState(), vi.getTimerCount()]).toEqual([[[state.failure]], 'failed', 0])
})

test('a change during a request is sent after it, never beside it', async () => {
  const { state, sync, target } = situation()
  state.whileSending = () => {
    state.whileSending = () => {}
    void sync.request(target)
    void sync.request(target)
  }
  await sync.request(target)
  expect(state.arrived).toEqual(['a', 'a'])
})

test('sending waits for a pause in typing, but never longer than its time limit', async () => {
  const { state, sync, target } = situation()
  for (let second = 0; second < 3; second++) {
    void sync.request(target, { afterPauseMs: 1_500 })
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(state.requests).toBe(0)
  await vi.advanceTimersByTimeAsync(500)
  expect(state.requests).toBe(1)
  for (let second = 0; second < 3; second++) {
    void sync.request(target, { withinMs: 2_500 })
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(state.requests).toBe(2)
})

test('nothing is sent while its owner is not signed in', async () => {
  const { state, sync, target, syncState } = situation()
  for (const user of [null, 'budi']) {
    state.signedIn = user
    await sync.request(target)
  }
  expect([state.requests, syncState(), vi.getTimerCount()]).toEqual([0, 'idle', 0])
})

test('flushing sends everything unsent and names the tasks that still have some', async () => {
  const { state, sync, target } = situation()
  state.unsent.add('b')
  state.isReachable = false
  expect(await sync.flush(target.api, 'sari', [target.task])).toEqual([target.task])
  state.isReachable = true
  expect(await sync.flush(target.api, 'sari', [target.task])).toEqual([])
  expect(state.arrived.sort()).toEqual(['a', 'b'])
})

test('listeners get the response before the change is confirmed', async () => {
  const { state, sync, target } = situation()
  const seen: unknown[] = []
  sync.onResult('sari', target.task, 'a', (result) => seen.push([result, state.unsent.has('a')]))
  sync.onResult('sari', target.task, 'b', () => seen.push('another id'))
  sync.onResult('budi', target.task, 'a', () => seen.push('another owner'))
  await sync.request(target)
  expect([seen, state.unsent.has('a')]).toEqual([[['saved a', true]], false])
})
