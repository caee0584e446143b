import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { describeSaveFailure } from '#web/kit/staff/describe-failure.ts'
import { readRejection } from './rejection.ts'

const read = (error: unknown, isRestorable = true) =>
  readRejection(error, {
    isField: (name) => ['title', 'items'].includes(name.split('.')[0] ?? ''),
    failureText: describeSaveFailure,
    isRestorable,
  })
const rejected = (code: string, status: number, message: string, errors?: Record<string, string>) =>
  new ORPCError(code, { defined: true, status, message, data: errors && { errors } })
const invalid = (errors: Record<string, string>) =>
  rejected('VALIDATION', 422, 'Periksa lagi isian yang ditandai.', errors)

test('errors of fields are shown beside them only; the page is told the sentence of the whole', () => {
  expect(read(invalid({ title: 'Judul wajib diisi', 'items.0.name': 'Nama wajib diisi' }))).toEqual({
    fields: [
      { name: 'title', message: 'Judul wajib diisi' },
      { name: 'items.0.name', message: 'Nama wajib diisi' },
    ],
    failure: null,
    text: 'Periksa lagi isian yang ditandai.',
  })
})

test('errors of what is no field here are sentences of the form', () => {
  const text = 'Harga tidak valid. Kode tidak valid.'
  expect(read(invalid({ price: 'Harga tidak valid', title: 'Wajib diisi', code: 'Kode tidak valid.' }))).toEqual({
    fields: [{ name: 'title', message: 'Wajib diisi' }],
    failure: { text, isStale: false },
    text,
  })
})

test.each<[string, unknown, string]>([
  [
    'without a connection',
    new TypeError('Failed to fetch'),
    'Tidak ada sambungan ke server. Isianmu masih ada di sini: periksa koneksi, lalu simpan lagi.',
  ],
  [
    'that the server broke',
    new ORPCError('INTERNAL_SERVER_ERROR', { status: 500 }),
    'Server sedang bermasalah. Isianmu masih ada di sini: coba simpan lagi sebentar lagi.',
  ],
  [
    'of what was deleted meanwhile',
    rejected('NOT_FOUND', 404, 'Tidak ditemukan.'),
    'Yang kamu ubah sudah dihapus di tempat lain. Isianmu masih ada di sini: salin yang masih kamu perlukan.',
  ],
  [
    'that needs the second step again',
    rejected('TWO_STEP_REQUIRED', 403, 'Masukkan kodemu lagi.'),
    'Masukkan kodemu lagi.',
  ],
  ['with a rule that the server names', rejected('CONFLICT', 409, 'Sudah dipakai.'), 'Sudah dipakai.'],
])('a save %s says so in the form', (_, error, text) => {
  expect(read(error)).toEqual({ fields: [], failure: { text, isStale: false }, text })
})

test('a stale save is one only where the form can restore what was typed', () => {
  const stale = rejected('STALE', 409, 'Sudah diubah orang lain.')
  expect(read(stale).failure).toEqual({ text: 'Sudah diubah orang lain.', isStale: true })
  expect(read(stale, false).failure).toEqual({ text: 'Sudah diubah orang lain.', isStale: false })
})
