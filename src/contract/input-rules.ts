import * as z from 'zod/mini'

/** One line of text. */
export const line = (missing: string, longest: number) =>
  z.string(missing).check(
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(longest, `Maksimal ${longest} karakter`),
    z.refine((value) => !/\p{Cc}/u.test(value), 'Memuat karakter yang tidak bisa dipakai'),
  )

/** A moment with its offset (ISO 8601). */
export const moment = (missing: string) => z.string(missing).check(z.iso.datetime({ offset: true, error: missing }))
