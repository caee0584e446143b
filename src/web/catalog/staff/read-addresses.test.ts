import { expect, test } from 'vitest'
import { readAddresses } from './read-addresses.ts'

test.each([
  ['budi@contoh.id', ['budi@contoh.id']],
  ['budi@contoh.id, SITI@contoh.id;asep@contoh.id', ['budi@contoh.id', 'siti@contoh.id', 'asep@contoh.id']],
  ['Budi Santoso <budi@contoh.id>\n"Siti, S.Kom" <siti@contoh.id>', ['budi@contoh.id', 'siti@contoh.id']],
  ['nama,email\nBudi,budi@contoh.id\nBudi,budi@contoh.id', ['budi@contoh.id']],
  ['tidak ada alamat', []],
])('the addresses in %j are read, each once', (text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses)
})
