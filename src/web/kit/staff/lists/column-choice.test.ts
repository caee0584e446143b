import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { choiceReducer, describeColumns, isAboutColumns, noChoice } from './column-choice.ts'

type Role = 'email' | 'name'
const table = {
  columns: [
    { name: 'Surel', values: ['b@kirim.id'], role: 'email' as const },
    { name: '', values: ['', ''], role: null },
    { name: '', values: ['x'], role: null },
    { name: 'Sekolah', values: ['SMA 1'], role: null },
  ],
  isChosen: false,
}
const unsure = new ORPCError('COLUMNS_UNSURE', { defined: true, status: 422, data: { errors: { file: 'x' }, table } })
const wrong = new ORPCError('INVALID_INPUT', {
  defined: true,
  status: 422,
  data: { errors: { columns: 'Pilih kolom untuk nama.' } },
})

test('a file of unsure columns opens the choice, a wrong choice keeps it open, and a file that was read closes it', () => {
  const opened = choiceReducer<Role>(noChoice, { type: 'failed', error: unsure })
  expect(opened).toEqual({ ...noChoice, table, isOpen: true })
  const chosen = choiceReducer(opened, { type: 'chosen', columns: ['email', 'none', 'none', 'none'] })
  const refused = choiceReducer(chosen, { type: 'failed', error: wrong })
  expect([refused.isOpen, refused.mistake]).toEqual([true, 'Pilih kolom untuk nama.'])
  const read = choiceReducer(refused, { type: 'read', table })
  expect([read.isOpen, read.mistake, read.columns]).toEqual([false, null, chosen.columns])
  expect(choiceReducer(read, { type: 'reopened' }).isOpen).toBe(true)
  expect(choiceReducer(read, { type: 'file' })).toEqual(noChoice)
})

test('any other failure is not about columns and changes nothing', () => {
  const other = new ORPCError('INVALID_INPUT', { defined: true, status: 422, data: { errors: { file: 'x' } } })
  const state = choiceReducer<Role>(noChoice, { type: 'read', table })
  expect(choiceReducer(state, { type: 'failed', error: other })).toBe(state)
  expect([unsure, wrong, other, new Error('offline')].map(isAboutColumns)).toEqual([true, true, false, false])
})

test('what was read and what was not is said, without columns that have nothing', () =>
  expect(describeColumns<Role>(table, { name: 'Nama', email: 'Email' })).toBe(
    'Email dari “Surel”. Tidak dipakai: “kolom 3”, “Sekolah”.',
  ))
