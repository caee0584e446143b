import { describe, expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const signal = () => Promise.withResolvers<string>()

describe('turns', () => {
  test('of one client come one after the other, also after a failure', async () => {
    const inTurn = createTurns()
    const began: string[] = []
    const [first, second] = [signal(), signal()]
    const answers = Promise.allSettled([
      inTurn('Sari', () => (began.push('first'), first.promise)),
      inTurn('Sari', () => (began.push('second'), second.promise)),
      inTurn('Sari', async () => (began.push('third'), 'third')),
    ])
    await Promise.resolve()
    expect(began).toEqual(['first'])
    first.reject(new Error('No space'))
    await expect.poll(() => began).toEqual(['first', 'second'])
    second.resolve('second')
    expect(await answers).toEqual([
      expect.objectContaining({ status: 'rejected' }),
      { status: 'fulfilled', value: 'second' },
      { status: 'fulfilled', value: 'third' },
    ])
  })

  test('of one client are not waited for by another', async () => {
    const inTurn = createTurns()
    const first = signal()
    const slow = inTurn('Sari', () => first.promise)
    expect(await inTurn('Budi', async () => 'done')).toBe('done')
    first.resolve('late')
    await slow
  })
})
