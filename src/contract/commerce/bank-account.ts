import * as z from 'zod/mini'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'

export const oneLine = (missing: string, maximum: number) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      visibleText(missing),
      z.maxLength(maximum, `Maksimal ${maximum} karakter`),
      z.regex(/^\P{Cc}*$/u, 'Tulis dalam satu baris'),
    )

/** An account that money is sent to by hand. */
export const bankAccountInput = z.object({
  bank: oneLine('Nama bank wajib diisi', 60),
  number: z.string('Nomor rekening wajib diisi').check(
    z.overwrite((typed) => typed.replaceAll(/[\s.-]/g, '')),
    z.minLength(1, 'Nomor rekening wajib diisi'),
    z.regex(/^\d{5,20}$/, 'Nomor rekening berisi 5–20 angka'),
  ),
  holder: oneLine('Nama pemilik rekening wajib diisi', 80),
})
export type BankAccountInput = z.infer<typeof bankAccountInput>
