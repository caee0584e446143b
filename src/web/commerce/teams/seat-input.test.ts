import { expect, test } from 'vitest'
import { readSeats, readTeam } from './seat-input.ts'

test.each([
  ['2', 2],
  [' 500 ', 500],
  ['1', null],
  ['501', null],
  ['', null],
  ['2,5', null],
  ['-3', null],
  ['1e2', null],
])('%j is %j seats of a new team', (typed, seats) => expect(readSeats(typed, 2)).toBe(seats))

test('each mistake is at its field, and a NPWP may be left out', () => {
  expect(readTeam({ name: ' ', npwp: '123', seats: '1' })).toEqual({
    errors: {
      name: 'Tulis nama tim atau perusahaan',
      npwp: 'NPWP terdiri dari 15 atau 16 angka',
      seats: 'Isi 2–500 kursi',
    },
  })
  expect(readTeam({ name: 'PT Maju', npwp: '', seats: '5' })).toEqual({ seats: 5, team: { name: 'PT Maju' } })
  expect(readTeam({ name: 'PT Maju', npwp: '01.234.567.8-901.000', seats: '5' })).toMatchObject({
    team: { npwp: '012345678901000' },
  })
})
