import { expect, test } from 'vitest'
import { Overloaded } from '#server/platform/too-costly.ts'
import { createSignInQueue, type SignInCaller } from './sign-in-queue.ts'

/** Attempts that never end; `started` lists those that did not have to wait. */
function setUp() {
  const enqueue = createSignInQueue()
  const started: string[] = []
  const attempt = (name: string, caller: Partial<SignInCaller> = {}) =>
    enqueue(`${name}@contoh.id`, { client: name, device: null, hasSolved: false, ...caller }, () => {
      started.push(name)
      return new Promise<never>(() => {})
    })
  return { attempt, started }
}
const names = (of: string, count: number) => Array.from({ length: count }, (_, index) => `${of}-${index}`)

test('a flood from hundreds of addresses fills the places of browsers that are new, and no other', async () => {
  const { attempt, started } = setUp()
  const flood = names('banjir', 250).map((name) => attempt(name))
  const refused = await Promise.allSettled(flood.slice(204))
  expect(refused.filter(({ status }) => status === 'rejected')).toHaveLength(46)
  await expect(attempt('baru')).rejects.toThrow(Overloaded)
  void attempt('dikenal', { client: 'banjir-1', device: 'entri' })
  void attempt('teka-teki', { client: 'banjir-1', hasSolved: true })
  expect(started).toEqual([...names('banjir', 4), 'dikenal', 'teka-teki'])
})

test('known browsers take no place from those that are new', () => {
  const { attempt, started } = setUp()
  for (const name of names('dikenal', 20)) void attempt(name, { device: 'entri' })
  void attempt('baru')
  expect(started).toEqual([...names('dikenal', 4), 'baru'])
})
