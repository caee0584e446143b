import { createHmac } from 'node:crypto'
import bcrypt from 'bcryptjs'
import { describe, expect, test } from 'vitest'
import { checkForeignHash } from './foreign-hash.ts'
import { isForeignHash } from './foreign-hash-kinds.ts'
import { createPasswords } from './password.ts'

const wordPress = (password: string): string => {
  const digest = createHmac('sha384', 'wp-sha384').update(password).digest('base64')
  return `$wp${bcrypt.hashSync(digest, 4).replace('$2b$', '$2y$')}`
}

// Made by others: phpass's own test, the test of OpenBSD's bcrypt, `openssl passwd -6`, and glibc's crypt().
const hashes = {
  phpass: ['test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  bcrypt: ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  'bcrypt of WordPress': ['kopi-tubruk-7', wordPress('kopi-tubruk-7')],
  sha512crypt: [
    'kopi-tubruk-7',
    '$6$abcdefgh$k4GpE334jwvya5PyEbU8SAc/1y3YZpMTGrrEA.3sCBzvMbwJjgLfHElBAwfjgz0B7NhCjXXWNgt7eaMNP7l8x/',
  ],
  'sha512crypt of a letter': [
    'a',
    '$6$abcdefgh$GjMgmmowSihU3X8xhdMxaCaEziO5NUh/IZqYnnZhN1j7.JYnm2e5BnPfWNUdj17OlEroBdrPtMnfsmwWCrkw70',
  ],
  'sha512crypt of 70 letters': [
    'x'.repeat(70),
    '$6$abcdefgh$Nvk31TZoEuTUq.MkdUx.GD6fBjYTEdPeTnNMiXgmXEWIVcWa7UP3XG/WNbNPQ2jsb6gGqGU9Q83PpnzMBZMox.',
  ],
  'sha512crypt of Moodle': [
    'kopi-tubruk-7',
    '$6$rounds=10000$abcdefghijklmnop$Ta6K8sdhIlusQpFgfknRcNCcVYPKh3aQHr5WRESOrUjsVdxPXkHAGQd6QZQStmnv4J3WLUENr0gT1AiD44Jgj1',
  ],
} as const

describe.each(Object.entries(hashes))('%s', (_, [password, stored]) => {
  test('matches the right password only', () => {
    expect(isForeignHash(stored)).toBe(true)
    expect(checkForeignHash({ password, stored })).toBe(true)
    expect(checkForeignHash({ password: `${password}x`, stored })).toBe(false)
    expect(checkForeignHash({ password: '', stored })).toBe(false)
  })

  test('is checked like a hash of ours, and is due to be replaced', async () => {
    const passwords = createPasswords({ memoryKiB: 8, passes: 1, parallelism: 1 })
    expect(await passwords.verify(password, stored)).toBe(true)
    expect(await passwords.verify('kopi-tubruk-8', stored)).toBe(false)
    expect(passwords.needsRehash(stored)).toBe(true)
  })
})

test('hashes of unknown kinds, and those that cost more than any platform asks for, are none', () => {
  const others = [
    '',
    'rahasia',
    '5f4dcc3b5aa765d61d8327deb882cf99',
    '$1$abcdefgh$k4GpE334jwvya5PyEbU8S/',
    hashes.bcrypt[1].replace('$05$', '$31$'),
    hashes.phpass[1].replace('$P$9', '$P$z'),
    hashes['sha512crypt of Moodle'][1].replace('10000', '999999999'),
    `${hashes.bcrypt[1]}\n`,
  ]
  expect(others.filter((stored) => isForeignHash(stored))).toEqual([])
})
