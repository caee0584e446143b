import * as z from 'zod/mini'
import { line } from '#contract/kit/input-rules.ts'

export const minimumTeamSeats = 2
/** At a time. */
export const maximumTeamSeats = 500
/** The limit of a team in total, however often seats are added. */
export const maximumSeatsOfTeam = 10_000

const npwpMessage = 'NPWP terdiri dari 15 atau 16 angka'

/** As people write it: "01.234.567.8-901.000", "0123 4567 8901 2345", "NPWP: …", "No. NPWP …". */
const cleanNpwp = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/^\D{0,20}npwp\D{0,20}/i, '')
    .replaceAll(/[\s.\-/\p{Pd}\p{Cf}]/gu, '')

/** Accepts punctuation alone, which people type for none, as an empty number. */
export const npwp = z.pipe(
  z.pipe(z.string(npwpMessage).check(z.maxLength(100, npwpMessage)), z.transform(cleanNpwp)),
  z.string().check(z.regex(/^(?:\d{15,16})?$/, npwpMessage)),
)

export const teamInput = z.object({
  name: line('Tulis nama tim atau perusahaan', 80),
  npwp: z.optional(z.nullable(npwp)),
})
export type TeamInput = z.infer<typeof teamInput>

/** "01.234.567.8-901.000", "0123 4567 8901 2345" */
export const formatNpwp = (digits: string): string =>
  digits.length === 15
    ? digits.replace(/^(..)(...)(...)(.)(...)(...)$/, '$1.$2.$3.$4-$5.$6')
    : digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
