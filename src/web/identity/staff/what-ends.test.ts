import { expect, test } from 'vitest'
import { whatEnds } from './what-ends.ts'

const none = { name: 'Sari', apiKeys: 0, sharedCourses: 0 }
const after = ['admin', 'instructor', 'student', null] as const

test('keys of an admin end with any change that leaves no admin', () => {
  const told = ' 2 kunci API buatannya berakhir; program yang memakainya perlu kunci baru.'
  expect(after.map((role) => whatEnds({ ...none, apiKeys: 2 }, role))).toEqual(['', told, told, told])
})

test('shares of others’ courses end with any change that leaves no instructor', () => {
  const told = ' Bagian Sari dari 3 kelas instruktur lain berakhir; penjualan berikutnya tidak dicatat untuknya lagi.'
  expect(after.map((role) => whatEnds({ ...none, sharedCourses: 3 }, role))).toEqual(['', '', told, told])
})

test('nothing ends for whoever has nothing', () => {
  expect(after.map((role) => whatEnds(none, role)).join('')).toBe('')
})
