import { expect, test } from 'vitest'
import { describeMailFailure } from './mail-failure.ts'

test.each([
  ['getaddrinfo ENOTFOUND smtp.contoh.id', /Nama server/],
  ['connect ECONNREFUSED 127.0.0.1:25', /menolak koneksi/],
  ['Connection timeout', /tidak menjawab/],
  ['Invalid login: 535 5.7.8 Authentication failed', /menolak masuk/],
  ["Can't send mail - all recipients were rejected: 550 5.1.1 User unknown", /menolak alamat/],
  ['Message failed: 552 5.2.2 Mailbox full', /penuh/],
  ['Mail command failed: 451 4.3.0 Try again', /dicoba lagi/],
])('the failure “%s” of a mail has a message', (error, message) => expect(describeMailFailure(error)).toMatch(message))

test('an unknown failure has no message', () => expect(describeMailFailure('x')).toBeNull())
