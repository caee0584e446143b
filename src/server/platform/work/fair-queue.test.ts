import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Tasks that end when the test says so; `order` lists the tasks that have started. */
function setUp(limits = { atOnce: 1, waitingAtMost: 100, waitingPerClientAtMost: 20 }) {
  const enqueue = createFairQueue(limits)
  const order: string[] = []
  const ends: (() => void)[] = []
  const add = (client: string, name: string) =>
    enqueue(client, () => {
      order.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  async function finish(times: number) {
    for (let count = 0; count < times; count++) {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { add, finish, order }
}

test('a task of another client waits for at most one task of a flooding client', async () => {
  const { add, finish, order } = setUp()
  for (let number = 1; number <= 10; number++) void add('flood', `flood ${number}`)
  void add('home', 'home 1')
  void add('school', 'school 1')
  void add('home', 'home 2')
  await finish(6)
  expect(order.slice(0, 6)).toEqual(['flood 1', 'flood 2', 'home 1', 'school 1', 'flood 3', 'home 2'])
})

test('a client with a full queue is rejected; other clients still get in', async () => {
  const { add, order, finish } = setUp({ atOnce: 1, waitingAtMost: 100, waitingPerClientAtMost: 3 })
  const settled = await Promise.allSettled(
    Array.from({ length: 10 }, (_, number) => Promise.race([add('flood', `flood ${number}`), Promise.resolve()])),
  )
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(6)
  void add('home', 'home')
  await finish(2)
  expect(order).toContain('home')
})

test('when all queues are full, a newcomer displaces the newest task of the longest queue', async () => {
  const { add, order, finish } = setUp({ atOnce: 1, waitingAtMost: 4, waitingPerClientAtMost: 4 })
  const flood = Array.from({ length: 5 }, (_, number) => add('flood', `flood ${number}`))
  const last = expect(flood[4]).rejects.toThrow('Evicted')
  void add('home', 'home')
  await last
  await finish(3)
  expect(order).toEqual(['flood 0', 'flood 1', 'home', 'flood 2'])
})

test('never more tasks run at once than allowed, and a failed task frees its slot', async () => {
  const enqueue = createFairQueue({ atOnce: 2, waitingAtMost: 100, waitingPerClientAtMost: 100 })
  let now = 0
  let most = 0
  const task = async (fails: boolean) => {
    most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, 1))
    now--
    if (fails) throw new Error('failed')
  }
  const done = await Promise.allSettled(
    Array.from({ length: 40 }, (_, number) => enqueue(`client ${number % 3}`, () => task(number % 4 === 0))),
  )
  expect([most, done.filter(({ status }) => status === 'rejected').length]).toEqual([2, 10])
})
