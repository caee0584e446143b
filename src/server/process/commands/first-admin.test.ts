import { expect, test } from 'vitest'
import { readAdmin } from './first-admin.ts'
import { UsageError } from './run-command.ts'

const usage = 'npm run create-admin -- email "name"'
const wrongName = 'the name has 3 to 100 characters, without control characters'

test.each([
  [['a@b.id', 'x'], wrongName],
  [['a@b.id', 'Sari\u0007Dewi'], wrongName],
  [['a', 'Sari'], 'a is no e-mail address'],
  [['bukan-alamat', 'Sari'], 'bukan-alamat is no e-mail address'],
])('%j is refused in one sentence, with the usage', (given, sentence) => {
  const read = () => readAdmin(given, usage)
  expect(read).toThrow(UsageError)
  expect(read).toThrow(new RegExp(`^${sentence}\\. npm run create-admin -- email "name"$`))
})

test('an admin is an address and all the words of a name', () =>
  expect(readAdmin(['Sari@Contoh.id', 'Sari', 'Dewi'], usage)).toEqual({ email: 'sari@contoh.id', name: 'Sari Dewi' }))
