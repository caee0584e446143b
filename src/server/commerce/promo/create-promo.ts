import { newId } from '#server/platform/new-id.ts'
import type { PromoKind } from '#contract/commerce/promo-codes.ts'
import { promoCodes } from '#server/commerce/prices/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'

export type NewPromo = {
  code: string
  kind: PromoKind
  value: number
  startsAt: Date
  endsAt: Date
  categoryId?: string
  courseId?: string
  ebookId?: string
  totalLimit?: number
  perStudentLimit?: number
}

/** Stores a code as it is given, without the checks of an admin's or instructor's: for the demo. */
export async function createPromo(tx: Tx, { clock }: { clock: Clock }, promo: NewPromo): Promise<string> {
  const id = newId()
  await tx.insert(promoCodes).values({ ...promo, id, code: promo.code.toUpperCase(), createdAt: clock.now() })
  return id
}
