import { describe, expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const signal = () => Promise.withResolvers<string>()

describe('turns', () => {
  test('of one client come one after the other, also after a failure', async () => {
    const inTurn = createTurns({ waitingAtMost: 5 })
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
      { status: 'fulfilled', value: { outcome: 'done', result: 'second' } },
      { status: 'fulfilled', value: { outcome: 'done', result: 'third' } },
    ])
  })

  test('of one client are not waited for by another', async () => {
    const inTurn = createTurns({ waitingAtMost: 5 })
    const first = signal()
    const slow = inTurn('Sari', () => first.promise)
    expect(await inTurn('Budi', async () => 'done')).toEqual({ outcome: 'done', result: 'done' })
    first.resolve('late')
    await slow
  })

  test('beyond the limit are not taken, and are again when the others are over', async () => {
    const inTurn = createTurns({ waitingAtMost: 2 })
    const first = signal()
    const taken = [inTurn('Sari', () => first.promise), inTurn('Sari', signalled), inTurn('Sari', signalled)]
    expect(await inTurn('Sari', signalled)).toEqual({ outcome: 'full' })
    first.resolve('first')
    await Promise.all(taken)
    expect(await inTurn('Sari', signalled)).toEqual({ outcome: 'done', result: 'now' })
  })
})

const signalled = async () => 'now'
