import { expect, test } from 'vitest'
import { createPasswords, isUsableHash } from './password.ts'

const cheap = createPasswords({ memoryKiB: 8, passes: 1, parallelism: 1 })

test('a password is hashed with argon2id at the cost that OWASP recommends, with a unique salt', async () => {
  const passwords = createPasswords()
  const hashes = [await passwords.hash('kopi-tubruk-7'), await passwords.hash('kopi-tubruk-7')]
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(new Set(hashes).size).toBe(2)
})

test('only the right password matches its hash, and nothing matches a missing hash', async () => {
  const stored = await cheap.hash('kopi-tubruk-7')
  expect([
    await cheap.verify('kopi-tubruk-7', stored),
    await cheap.verify('kopi-tubruk-8', stored),
    await cheap.verify('kopi-tubruk-7', null),
  ]).toEqual([true, false, false])
})

test('a wrong password is answered no earlier than a step, for no account, one of ours, and one from another platform', async () => {
  const stepMs = 400
  const passwords = createPasswords({ memoryKiB: 8, passes: 1, parallelism: 1 }, { stepMs })
  const foreign = '$2y$05$abcdefghijklmnopqrstuuQ7v6tqYV1bU1y6pUxqf9b6n4N0bW5pC'
  for (const stored of [null, await passwords.hash('kopi-tubruk-7'), foreign]) {
    const began = performance.now()
    expect(await passwords.verify('kopi-tubruk-8', stored)).toBe(false)
    expect(performance.now() - began).toBeGreaterThanOrEqual(stepMs - 5)
  }
})

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
  for (let count = 0; count < 24; count++) {
    withHash = Math.min(withHash, await cpuMsOf(stored))
    without = Math.min(without, await cpuMsOf(null))
  }
  expect(without / withHash).toBeGreaterThan(0.7)
  expect(without / withHash).toBeLessThan(1.4)
})

test('an accent is the same password, however the keyboard encodes it', async () => {
  const [mac, windows] = ['cafe\u0301-tubruk', 'caf\u00E9-tubruk']
  expect(await cheap.verify(windows, await cheap.hash(mac))).toBe(true)
  expect(await cheap.verify(mac, await cheap.hash(windows))).toBe(true)
})

test('a hash of another cost still matches and is reported as needing a rehash', async () => {
  const stored = await cheap.hash('kopi-tubruk-7')
  const other = createPasswords({ memoryKiB: 16, passes: 1, parallelism: 1 })
  expect([await other.verify('kopi-tubruk-7', stored), other.needsRehash(stored), cheap.needsRehash(stored)]).toEqual([
    true,
    true,
    false,
  ])
})

test.each([
  ['$argon2id$v=19$m=8,t=1,p=1$', true],
  ['$argon2id$v=19$m=65536,t=2,p=4$', true],
  ['$argon2id$v=19$m=1,t=1,p=4$', false],
  ['$argon2id$v=19$m=31,t=1,p=4$', false],
  ['$argon2id$v=19$m=99999,t=1,p=1$', false],
])('a hash of another platform is taken only within the bounds of Node: %s %s', (prefix, expected) => {
  expect(isUsableHash(`${prefix}${'a'.repeat(22)}$${'b'.repeat(43)}`)).toBe(expected)
})
