import { expect, test } from 'vitest'
import { readEmails } from './pasted-emails.ts'

test.each([
  ['a@b.id\nc@d.id', ['a@b.id', 'c@d.id']],
  ['Budi <Budi@Contoh.id>; "Sari" <sari@contoh.id>,', ['budi@contoh.id', 'sari@contoh.id']],
  ['a@b.id\ta@b.id , A@B.ID', ['a@b.id']],
  ['tanpa alamat', []],
])('of %j the addresses %j are invited', (pasted, emails) => expect(readEmails(pasted)).toEqual(emails))
