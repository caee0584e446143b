import * as z from 'zod/mini'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'

/** One line of text. */
export const line = (missing: string, longest: number) =>
  z.string(missing).check(
    z.trim(),
    z.minLength(1, missing),
    visibleText(missing),
    z.maxLength(longest, `Maksimal ${longest} karakter`),
    z.refine((value) => !/\p{Cc}/u.test(value), 'Memuat karakter yang tidak bisa dipakai'),
  )

/** The same, and it may be left empty. */
export const optionalLine = (longest: number) =>
  z.string('Tulis satu baris').check(
    z.trim(),
    z.maxLength(longest, `Maksimal ${longest} karakter`),
    z.refine((value) => !/\p{Cc}/u.test(value), 'Memuat karakter yang tidak bisa dipakai'),
  )

/** The error of an amount in rupiah: it is missing (forms send an empty field as ''), or is text that is no whole amount. */
export const amountError = (missing: string) => ({
  error: ({ input }: { input?: unknown }): string =>
    input === undefined || input === null || input === '' ? missing : 'Tulis rupiah bulat, misalnya 330.272',
})

/** Why an admin takes something from a user. */
export const reason = z
  .string('Tulis alasannya')
  .check(
    z.trim(),
    z.minLength(3, 'Alasan minimal 3 karakter'),
    visibleText('Alasan minimal 3 karakter'),
    z.maxLength(500, 'Alasan maksimal 500 karakter'),
  )

/** The title of a bundle or a path. */
export const setTitle = z
  .string('Judul wajib diisi')
  .check(
    z.trim(),
    z.minLength(3, 'Judul minimal 3 karakter'),
    visibleText('Judul minimal 3 karakter'),
    z.maxLength(100, 'Judul maksimal 100 karakter'),
  )

const slugMessage = 'Alamat hanya huruf kecil, angka, dan tanda hubung'
/** The last part of the address of a bundle or a path. */
export const setSlug = z
  .string(slugMessage)
  .check(z.trim(), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, slugMessage), z.maxLength(80, 'Alamat maksimal 80 karakter'))

/** PostgreSQL and JavaScript write other years in ways of their own; a day or a zone that is added to these leaves four digits. */
function hasUsualYear(date: string): boolean {
  const year = new Date(date).getUTCFullYear()
  return year >= 1970 && year < 9999
}

/** An instant with its offset (ISO 8601). */
export const instant = (missing: string) =>
  z.string(missing).check(z.iso.datetime({ offset: true, error: missing }), z.refine(hasUsualYear, missing))

/** A day (YYYY-MM-DD). */
export const day = (missing: string) => z.string(missing).check(z.iso.date(missing), z.refine(hasUsualYear, missing))

/** An instant as a device noted it, in UTC. Not a function, because pages of visitors leave out schemas that they do not use. */
export const notedInstant = z
  .string('Waktu tidak valid')
  .check(z.iso.datetime('Waktu tidak valid'), z.refine(hasUsualYear, 'Waktu tidak valid'))

/** Characters without a visible form: zero-width and bidirectional controls, fillers, blank Braille. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2028\u2029\u2800]/gu
const tooShort = 'Nama minimal 3 karakter'

/** The name of a person, without invisible characters; at least three visible ones. */
export const personName = z.string(tooShort).check(
  z.overwrite((value) => value.replaceAll(invisible, '').replaceAll(/\p{Zs}+/gu, ' ')),
  z.trim(),
  z.minLength(3, tooShort),
  z.refine((value) => value.replaceAll(/[\s\p{M}]/gu, '').length >= 3, tooShort),
  z.maxLength(100, 'Nama maksimal 100 karakter'),
  z.refine((value) => !/\p{Cc}/u.test(value), 'Nama memuat karakter yang tidak bisa dipakai'),
)

/** An address of another server has its protocol. */
export const urlMessage = 'Tulis alamat lengkap, diawali https://'
