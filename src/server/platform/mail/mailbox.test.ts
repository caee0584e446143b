import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['Sari.Dewi+kelas@Gmail.com', 'saridewi@gmail.com'],
  ['saridewi@googlemail.com', 'saridewi@gmail.com'],
  ['sari.dewi+a+b@contoh.id', 'sari.dewi@contoh.id'],
  ['SARI@contoh.id', 'sari@contoh.id'],
  ['+x@contoh.id', '@contoh.id'],
])('%s arrives in the mailbox %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))
