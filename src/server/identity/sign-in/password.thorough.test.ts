import { expect, test } from 'vitest'
import { createPasswords } from './password.ts'

test('a check without a stored hash costs as much processor time as one with it', async () => {
  const passwords = createPasswords(undefined, { stepMs: 0 })
  const stored = await passwords.hash('kopi-tubruk-7')
  // The first check without a stored hash also makes the decoy.
  await passwords.verify('kopi-tubruk-8', null)
  const cpuMsOf = async (hash: string | null) => {
    const before = process.cpuUsage()
    await passwords.verify('kopi-tubruk-8', hash)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  // The cheapest of many: whatever else runs in this process only adds to a check.
  let [withHash, without] = [Infinity, Infinity]
  const isEqual = () => without / withHash > 0.7 && without / withHash < 1.4
  for (let count = 0; count < 100 && !(count > 12 && isEqual()); count++) {
    withHash = Math.min(withHash, await cpuMsOf(stored))
    without = Math.min(without, await cpuMsOf(null))
  }
  expect(without / withHash).toBeGreaterThan(0.7)
  expect(without / withHash).toBeLessThan(1.4)
})
