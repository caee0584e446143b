import { expect, test } from 'vitest'
import { whatEnds } from './what-ends.ts'

test('keys of an admin end with any change that leaves no admin', () => {
  const user = { apiKeys: 2 }
  const told = ' 2 kunci API buatannya berakhir; program yang memakainya perlu kunci baru.'
  expect((['admin', 'instructor', 'student', null] as const).map((role) => whatEnds(user, role))).toEqual([
    '',
    told,
    told,
    told,
  ])
  expect(whatEnds({ apiKeys: 0 }, null)).toBe('')
})
