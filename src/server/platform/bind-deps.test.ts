import { expect, test } from 'vitest'
import { bindDeps, bindInTransaction, inOwnTransaction } from './bind-deps.ts'

const deps = { greeting: 'Halo' }
const greet = ({ greeting }: { greeting: string }, name: string, mark = '!') => `${greeting} ${name}${mark}`
const store = (tx: string[], { greeting }: { greeting: string }, name: string) => tx.push(`${greeting} ${name}`)

test('a bound use case is called without its dependencies, and takes the same input', () => {
  const bound = bindDeps(deps, { greet })
  expect(bound.greet('Sari')).toBe('Halo Sari!')
  expect(bound.greet('Sari', '?')).toBe('Halo Sari?')
  // @ts-expect-error: the name is missing
  expect(bound.greet()).toBe('Halo undefined!')
})

test('a part of a transaction keeps the transaction in front', () => {
  const tx: string[] = []
  bindInTransaction(deps, { store }).store(tx, 'Sari')
  expect(tx).toEqual(['Halo Sari'])
})

test('use cases that need more than there is do not compile', () => {
  const needsMore = ({ clock }: { clock: Date }) => clock
  // @ts-expect-error: there is no clock
  const bound = bindDeps(deps, { needsMore })
  expect(bound).toHaveProperty('needsMore')
})

test('a part in a transaction of its own is called without one', async () => {
  const tx: string[] = []
  const database = { transaction: <Result>(work: (tx: string[]) => Promise<Result>) => work(tx) }
  expect(await inOwnTransaction(database, bindInTransaction(deps, { store })).store('Sari')).toBe(1)
  expect(tx).toEqual(['Halo Sari'])
})
