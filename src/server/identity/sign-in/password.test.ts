import { expect, test } from 'vitest'
import { createPasswords, isUsableHash } from './password.ts'

const cheap = createPasswords({ memoryKiB: 8, passes: 1, parallelism: 1 }, { stepMs: 0 })

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

test('where checks of another platform take longer than a step, wrong passwords of all others wait for as long', async () => {
  const stepMs = 10
  const passwords = createPasswords({ memoryKiB: 8, passes: 1, parallelism: 1 }, { stepMs })
  const waitMs = async (stored: string | null) => (await passwords.check('kopi-tubruk-8', stored, 'someone')).waitMs
  // 2,048 rounds of bcrypt take ten steps on the fastest machine; a check of ours takes less than one, and waits for the rest of it.
  await waitMs('$2y$11$abcdefghijklmnopqrstuuQ7v6tqYV1bU1y6pUxqf9b6n4N0bW5pC')
  for (const stored of [null, await passwords.hash('kopi-tubruk-7')])
    expect(await waitMs(stored)).toBeGreaterThan(4 * stepMs)
})

test('a check does not wait itself, but says how long its caller does: a queue is free for the next one meanwhile', async () => {
  const passwords = createPasswords({ memoryKiB: 8, passes: 1, parallelism: 1 }, { stepMs: 60_000 })
  const stored = await passwords.hash('kopi-tubruk-7')
  const { isRight, waitMs } = await passwords.check('kopi-tubruk-8', stored, 'someone')
  expect([isRight, waitMs > 50_000]).toEqual([false, true])
  expect(await passwords.check('kopi-tubruk-7', stored, 'someone')).toEqual({ isRight: true, waitMs: 0 })
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
