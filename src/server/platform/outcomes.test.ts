import { os } from '@orpc/server'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { accept, found, invalidInput, mustBe, refused, tooManyRequests } from './outcomes.ts'

const errors = {
  NOT_FOUND: (options?: { message?: string }) =>
    Object.assign(new Error(options?.message ?? 'Data tidak ditemukan.'), { data: undefined }),
  INVALID_INPUT: ({ data }: { data: { errors: Record<string, string> } }) =>
    Object.assign(new Error('Periksa'), { data }),
  EDIT_CLOSED: (options?: { message?: string }) =>
    Object.assign(new Error(options?.message ?? 'Tertutup'), { data: undefined }),
}
type Outcome =
  | { outcome: 'saved'; title: string }
  | { outcome: 'not-found' }
  | { outcome: 'edit-closed'; message?: string }
  | ReturnType<typeof invalidInput>

test('the wanted outcome passes with what it carries', () => {
  expect(accept({ outcome: 'saved', title: 'Judul' } as Outcome, errors, 'saved').title).toBe('Judul')
})

test('every other outcome is the declared error of its name, with its data and its sentence', () => {
  expect(() => accept(refused('not-found') as Outcome, errors, 'saved')).toThrow('Data tidak ditemukan.')
  expect(() => accept({ outcome: 'edit-closed', message: 'Sudah lewat' } as Outcome, errors, 'saved')).toThrow(
    'Sudah lewat',
  )
  expect(() => accept(invalidInput({ title: 'Isi judul' }) as Outcome, errors, 'saved')).toThrow(
    expect.objectContaining({ data: { errors: { title: 'Isi judul' } } }),
  )
})

test('an outcome without a declared error does not compile, nor does one without the data of its error', () => {
  const closed = tooManyRequests({ retryAfterSeconds: 5 }) as Outcome | ReturnType<typeof tooManyRequests>
  // @ts-expect-error: TOO_MANY_REQUESTS is not declared
  expect(() => accept(closed, errors, 'saved')).toThrow('The outcome too-many-requests has no error TOO_MANY_REQUESTS')
  const { NOT_FOUND } = errors
  const other = {
    NOT_FOUND,
    INVALID_INPUT: ({ data }: { data: { line: number } }) => Object.assign(new Error('Baris'), { data }),
  }
  const invalid = invalidInput({}) as { outcome: 'saved' } | ReturnType<typeof invalidInput>
  // @ts-expect-error: INVALID_INPUT needs a line
  expect(() => accept(invalid, other, 'saved')).toThrow('Baris')
})

test('an outcome that carries data to an error without any does not compile', () => {
  const closed = { outcome: 'edit-closed', data: { openedBy: 'Sari' } } as
    | { outcome: 'saved' }
    | { outcome: 'edit-closed'; data: { openedBy: string } }
  // @ts-expect-error: EDIT_CLOSED has no data
  expect(() => accept(closed, errors, 'saved')).toThrow('Tertutup')
})

test('the errors of an endpoint are made as its contract declares them', async () => {
  const procedure = os
    .errors({ TOO_FAR: { status: 409, message: 'Terlalu jauh', data: z.object({ days: z.number() }) } })
    .handler(({ errors: declared }) =>
      accept(
        { outcome: 'too-far', data: { days: 3 } } as
          | { outcome: 'saved' }
          | { outcome: 'too-far'; data: { days: number } },
        declared,
        'saved',
      ),
    )
  await expect(procedure.callable()()).rejects.toMatchObject({
    code: 'TOO_FAR',
    status: 409,
    message: 'Terlalu jauh',
    data: { days: 3 },
  })
})

test('what is not there, or not for this person, is not found', () => {
  expect(found('sini', errors)).toBe('sini')
  expect(() => found(null, errors)).toThrow('Data tidak ditemukan.')
  expect(() => found(null, errors, 'Paket tidak ditemukan')).toThrow('Paket tidak ditemukan')
})

test('an outcome that must be is passed, and any other is thrown with what it carries', () => {
  expect(mustBe({ outcome: 'saved', title: 'Judul' } as Outcome, 'saved').title).toBe('Judul')
  expect(() => mustBe(invalidInput({ title: 'Isi judul' }) as Outcome, 'saved')).toThrow('Isi judul')
})
