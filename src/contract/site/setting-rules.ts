import * as z from 'zod/mini'
import { lowestMinimumPayoutIdr } from '#contract/commerce/payouts.ts'
import { optionalLine } from '#contract/kit/input-rules.ts'
import { accentProblem } from './accent-colour.ts'

// Rules of what admins enter as settings.

const accentMessage = 'Tulis warna seperti #3547b4'

export const isEmailOrEmpty = (text: string): boolean =>
  text === '' || (text.length <= 254 && z.safeParse(z.email(), text).success)

/** `#rrggbb` in lower case, legible in both themes. */
export const accentColour = z.string(accentMessage).check(
  z.trim(),
  z.toLowerCase(),
  z.regex(/^#[0-9a-f]{6}$/, { error: accentMessage, abort: true }),
  z.refine((colour) => accentProblem(colour) === null, { error: ({ input }) => accentProblem(String(input)) }),
)

const templateMessage = 'Nama template terdiri dari huruf kecil, angka, dan garis bawah'
export const templateName = z.string(templateMessage).check(z.trim(), z.regex(/^[a-z0-9_]{1,128}$/, templateMessage))
export const languageMessage = 'Tulis kode bahasa seperti id atau en_US'
export const countUpTo = (most: number) => {
  const message = `Isi angka 0–${most.toLocaleString('id-ID')}`
  return z.number(message).check(z.int(message), z.minimum(0, message), z.maximum(most, message))
}

const minimumPayoutMessage = 'Isi Rp 10.000 sampai Rp 10.000.000'
export const moneyRules = z.object({
  refundDays: countUpTo(365),
  payoutHoldDays: countUpTo(365),
  minimumPayoutIdr: z
    .number(minimumPayoutMessage)
    .check(
      z.int(minimumPayoutMessage),
      z.minimum(lowestMinimumPayoutIdr, minimumPayoutMessage),
      z.maximum(10_000_000, minimumPayoutMessage),
    ),
})

/** The account that buyers transfer to. */
export const transferAccount = z
  .object({
    enabled: z.boolean('Pilih aktif atau tidak'),
    bank: optionalLine(60),
    number: z.string('Nomor rekening tidak valid').check(
      z.overwrite((typed) => typed.replaceAll(/[\s.-]/g, '')),
      z.regex(/^(|\d{5,20})$/, 'Nomor rekening berisi 5–20 angka'),
    ),
    holder: optionalLine(80),
  })
  .check(
    z.refine(({ enabled, bank }) => !enabled || bank !== '', { error: 'Nama bank wajib diisi', path: ['bank'] }),
    z.refine(({ enabled, number }) => !enabled || number !== '', {
      error: 'Nomor rekening wajib diisi',
      path: ['number'],
    }),
    z.refine(({ enabled, holder }) => !enabled || holder !== '', {
      error: 'Nama pemilik rekening wajib diisi',
      path: ['holder'],
    }),
  )
