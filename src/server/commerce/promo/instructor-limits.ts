import { and, eq, gt, ne } from 'drizzle-orm'
import type { PromoCodeInput } from '#contract/commerce/promo-codes.ts'
import { dayMs } from '#contract/kit/durations.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { promoCodes } from '#server/commerce/prices/index.ts'
import { lockUntilCommit, type Tx } from '#server/platform/database/index.ts'
import { refused, refusedFields, type FieldRefusal, type Refusal } from '#server/platform/outcomes.ts'

type BeyondLimits = FieldRefusal<'beyond-limits'>
const beyond = (field: string, message: string): BeyondLimits => refusedFields('beyond-limits', { [field]: message })

/** The rule for every code of an instructor, whoever saves it. */
export const checkKind = ({ kind }: PromoCodeInput): BeyondLimits | null =>
  kind === 'percent' ? null : beyond('kind', 'Kode instruktur berupa potongan persen')

/** Why an instructor may not save this code; null when they may. The limits of the site bind the instructor, not admins. `except`: the code that is changed. */
export async function checkLimits(
  tx: Tx,
  { settings, clock }: CommerceDeps,
  { instructorId, input, except }: { instructorId: string; input: PromoCodeInput; except: string | null },
): Promise<BeyondLimits | Refusal<'too-many-codes'> | null> {
  const wrongKind = checkKind(input)
  if (wrongKind) return wrongKind
  const { maximumPercent, maximumDays, maximumCodes } = (await settings.readSite(tx)).instructorPromo
  if (maximumPercent === 0) return beyond('value', 'Situs ini belum membuka kode promo untuk instruktur')
  if (input.value > maximumPercent) return beyond('value', `Paling banyak ${maximumPercent} persen`)
  if (new Date(input.endsAt).getTime() - new Date(input.startsAt).getTime() > maximumDays * dayMs)
    return beyond('endsAt', `Paling lama ${maximumDays} hari setelah mulai`)
  const now = clock.now()
  if (new Date(input.endsAt) <= now) return null
  // Serializes concurrent saves, so that the limit holds.
  await lockUntilCommit(tx, `promo-codes:${instructorId}`)
  const ahead = await tx.$count(
    promoCodes,
    and(
      eq(promoCodes.instructorId, instructorId),
      gt(promoCodes.endsAt, now),
      except ? ne(promoCodes.id, except) : undefined,
    ),
  )
  return ahead >= maximumCodes ? refused('too-many-codes') : null
}
