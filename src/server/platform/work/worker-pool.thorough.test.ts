import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as tasks from '#testing/processes/worker-tasks.ts'
import type * as slowTasks from '#testing/processes/slow-worker-tasks.ts'
import { endedWorkers, parseInWorker, runInWorker, WorkerCrashed } from './worker-pool.ts'
import { TextTooCostly } from '#server/platform/too-costly.ts'

const file = new URL('../../../testing/processes/worker-tasks.ts', import.meta.url)

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cendaki-workers-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a function runs in a process of its own, and bytes arrive as they were', async () => {
  const numbers = new Uint8Array([1, 2, 250])
  const { sum, pid, bytes } = await runInWorker<typeof tasks.addUp>('pictures', file, 'addUp', { numbers })
  expect([sum, [...bytes]]).toEqual([253, [1, 2, 250]])
  expect(pid).not.toBe(process.pid)
})

test('a worker knows no secrets of the environment', async () => {
  expect(process.env.PATH).toBeDefined()
  const names = await runInWorker<typeof tasks.readEnvironment>('pictures', file, 'readEnvironment', undefined as never)
  // Set by the pool, and by libvips in a worker that encoded a picture.
  const own = /^(TINYPOOL_WORKER_ID|NODE_CHANNEL_\w+|VIPSHOME)$/
  expect(names.filter((name) => !own.test(name))).toEqual([])
})

test('what a function throws is thrown here', async () => {
  await expect(runInWorker<typeof tasks.fail>('pictures', file, 'fail', { message: 'below zero' })).rejects.toThrow(
    'below zero',
  )
})

test('a crash of a worker is tried once more, then thrown, and the next task gets a new worker', async () => {
  const pidFile = join(folder, 'pids')
  await expect(runInWorker<typeof tasks.crash>('pictures', file, 'crash', { pidFile })).rejects.toThrow(WorkerCrashed)
  expect(new Set((await readFile(pidFile, 'utf8')).trim().split('\n')).size).toBe(2)
  const { sum } = await runInWorker<typeof tasks.addUp>('pictures', file, 'addUp', { numbers: new Uint8Array([7]) })
  expect(sum).toBe(7)
})

test('a worker that someone ends between two tasks is replaced', async () => {
  for (let round = 0; round < 5; round++) {
    const { pid } = await runInWorker<typeof tasks.addUp>('pictures', file, 'addUp', { numbers: new Uint8Array([1]) })
    process.kill(pid, 'SIGKILL')
    expect(
      (await runInWorker<typeof tasks.addUp>('pictures', file, 'addUp', { numbers: new Uint8Array([2]) })).sum,
    ).toBe(2)
  }
})

test('tasks above the limit of the queue are rejected with 503, the others run', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, (_, index) =>
      runInWorker<typeof tasks.addUp>('pictures', file, 'addUp', { numbers: new Uint8Array([index % 256]) }),
    ),
  )
  const rejected = results.filter((result) => result.status === 'rejected')
  expect(rejected.length).toBeGreaterThan(0)
  for (const { reason } of rejected) expect(reason).toMatchObject({ name: 'Overloaded' })
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(64)
})

test.each([
  ['time', 'spin'],
  ['memory', 'fillMemory'],
  ['stack', 'nest'],
] as const)('a parser that takes too much %s is ended, and the next text is read', async (_, name) => {
  const parse = (task: string, levels: number, deadlineMs: number) =>
    parseInWorker<typeof tasks.nest>('someone', file, task, { levels }, deadlineMs)
  await expect(parse(name, 1_000_000, name === 'spin' ? 2_000 : 20_000)).rejects.toThrow(TextTooCostly)
  expect(await parse('nest', 3, 20_000)).toBe(3)
})

test('the start of a worker and the loading of its libraries do not count against the deadline of a text', async () => {
  const slow = new URL('../../../testing/processes/slow-worker-tasks.ts', import.meta.url)
  expect(await parseInWorker<typeof slowTasks.addOne>('someone', slow, 'addOne', { to: 1 }, 500)).toBe(2)
})

test('a course file that fills the memory of its worker is refused once, not tried again', async () => {
  const crashes = endedWorkers.crash
  await expect(runInWorker<typeof tasks.nest>('courses', file, 'fillMemory', { levels: 1 })).rejects.toThrow(
    WorkerCrashed,
  )
  expect(endedWorkers.crash).toBe(crashes + 1)
})
