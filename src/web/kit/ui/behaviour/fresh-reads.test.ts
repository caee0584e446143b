import { expect, it } from 'vitest'
import { freshReads } from './fresh-reads.ts'

it('asks again when a change was done meanwhile', async () => {
  const reads = freshReads()
  let votes = 0
  const slow = Promise.withResolvers<void>()
  let requests = 0
  const poll = reads.read(async () => {
    requests += 1
    const seen = votes
    if (requests === 1) await slow.promise
    return seen
  })
  votes = 1
  reads.changed()
  expect(await reads.read(() => Promise.resolve(votes))).toBe(1)
  slow.resolve()
  expect(await poll).toBe(1)
  expect(requests).toBe(2)
})

it('asks once when nothing changed', async () => {
  let requests = 0
  expect(await freshReads().read(() => Promise.resolve((requests += 1)))).toBe(1)
})

it('passes failures on', async () => {
  await expect(freshReads().read(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
})
