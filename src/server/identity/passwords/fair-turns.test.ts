import { expect, test } from 'vitest'
import { createFairTurns } from './fair-turns.ts'

/** Work that ends when the test says so; `order` tells who has begun. */
function stage(limits = { atOnce: 1, waitingAtMost: 100, waitingInLaneAtMost: 20 }) {
  const inTurn = createFairTurns(limits)
  const order: string[] = []
  const ends: (() => void)[] = []
  const come = (lane: string, name: string) =>
    inTurn(lane, () => {
      order.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  async function finish(times: number) {
    for (let count = 0; count < times; count++) {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { come, finish, order }
}

test('who comes from elsewhere waits for one of a crowd, not for all of it', async () => {
  const { come, finish, order } = stage()
  for (let number = 1; number <= 10; number++) void come('crowd', `crowd ${number}`)
  void come('home', 'home 1')
  void come('school', 'school 1')
  void come('home', 'home 2')
  await finish(6)
  expect(order.slice(0, 6)).toEqual(['crowd 1', 'crowd 2', 'home 1', 'school 1', 'crowd 3', 'home 2'])
})

test('a crowd that fills its lane is told that it is busy; others still get in', async () => {
  const { come, order, finish } = stage({ atOnce: 1, waitingAtMost: 100, waitingInLaneAtMost: 3 })
  const refused = await Promise.allSettled(Array.from({ length: 10 }, (_, number) => Promise.race([come('crowd', `crowd ${number}`), Promise.resolve()])))
  expect(refused.filter(({ status }) => status === 'rejected')).toHaveLength(6)
  void come('home', 'home')
  await finish(2)
  expect(order).toContain('home')
})

test('a full house takes a place from the longest lane, not from who comes alone', async () => {
  const { come, order, finish } = stage({ atOnce: 1, waitingAtMost: 4, waitingInLaneAtMost: 4 })
  const crowd = Array.from({ length: 5 }, (_, number) => come('crowd', `crowd ${number}`))
  const last = expect(crowd[4]).rejects.toThrow('waited less')
  void come('home', 'home')
  await last
  await finish(3)
  expect(order).toEqual(['crowd 0', 'crowd 1', 'home', 'crowd 2'])
})

test('never more at once than allowed, and a failure gives its place on', async () => {
  const inTurn = createFairTurns({ atOnce: 2, waitingAtMost: 100, waitingInLaneAtMost: 100 })
  let now = 0
  let most = 0
  const work = async (fails: boolean) => {
    most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, 1))
    now--
    if (fails) throw new Error('failed')
  }
  const done = await Promise.allSettled(Array.from({ length: 40 }, (_, number) => inTurn(`lane ${number % 3}`, () => work(number % 4 === 0))))
  expect([most, done.filter(({ status }) => status === 'rejected').length]).toEqual([2, 10])
})
