import { expect, test } from 'vitest'
import { readText } from './read-text.ts'

const text = 'nama;email\nSiti Nuríya;siti@contoh.id\n'
const utf16be = (value: string) => Buffer.from(value, 'utf16le').swap16()

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 LE', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 BE', utf16be(`\uFEFF${text}`)],
  ['UTF-16 LE without a mark', Buffer.from(text, 'utf16le')],
  ['Windows-1252', Buffer.from(text, 'latin1')],
  ['Windows line ends', Buffer.from(text.replaceAll('\n', '\r\n'))],
])('%s is read', (_, bytes) => expect(readText(bytes)).toBe(text))

test('quotes and dashes of Windows are read', () =>
  expect(readText(Buffer.from([0x93, 0x4a, 0x75, 0x6d, 0x92, 0x61, 0x74, 0x94, 0x20, 0x96]))).toBe('“Jum’at” –'))
test('bytes that are no text are none', () => expect(readText(Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]))).toBeNull())
