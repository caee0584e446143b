import { and, count, eq, inArray, ne } from 'drizzle-orm'
import type { Quote } from '#contract/commerce/commerce.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import { refusedFields, type FieldRefusal } from '#server/platform/outcomes.ts'
import { priceLines, sumLines, type Group, type PricedLine } from '#server/commerce/items/price-lines.ts'
import { countUses, coversItem, promoCodes, promoRedemptions, type CodeScope } from '#server/commerce/prices/index.ts'
import { transactions } from '#server/commerce/tables.ts'
import { openStates } from '#server/commerce/orders/states.ts'

export type Price = Quote & { promo: { id: string; code: string } | null; lines: PricedLine[] }

type PriceQuery = {
  groups: readonly Group[]
  code: string | null
  /** Null for a visitor, whose per-student limit is not checked. */
  studentId: string | null
  /** This transaction's own redemption does not count as a use. */
  transactionId: string | null
  /** Locks the code, so that concurrent checkouts redeem its last use once. A quote promises nothing and does not wait. */
  isCheckout: boolean
  now: Date
}

/**
 * A code that has no effect, with its reason. Each that tells whether a code exists counts as an attempt, so that guessing codes that
 * cannot be used is limited like guessing others.
 */
export type InvalidPromo = FieldRefusal<'promo-invalid'> & { message: string; countsAsAttempt: boolean }

const reasons = {
  unknown: 'Kode promo tidak valid.',
  early: 'Kode promo ini belum mulai berlaku.',
  over: 'Masa berlaku kode promo ini sudah habis.',
  elsewhere: 'Kode promo ini tidak berlaku untuk yang kamu beli.',
  'used-up': 'Kode promo ini sudah habis dipakai.',
  reserved: 'Kode ini masih kamu pakai di transaksi yang belum dibayar. Selesaikan pembayaran itu dulu.',
  'own-limit': 'Kamu sudah memakai kode promo ini.',
} as const
/** They reveal nothing: the student knows that the code exists. */
const ofOwnUse: ReadonlySet<keyof typeof reasons> = new Set(['reserved', 'own-limit'])

const invalidPromo = (reason: keyof typeof reasons): InvalidPromo => ({
  ...refusedFields('promo-invalid', { promoCode: reasons[reason] }),
  message: reasons[reason],
  countsAsAttempt: !ofOwnUse.has(reason),
})

/** Unpaid transactions in which a student may reserve a use of a limited code: nobody can take all uses without paying. */
const openReservationsPerStudent = 1

/** The current price for this student. Used by quote, cart and checkout. */
export async function pricePurchase(
  queryable: Queryable,
  query: PriceQuery,
): Promise<{ outcome: 'priced'; price: Price } | InvalidPromo> {
  const found = query.code ? await findUsable(queryable, query) : null
  if (found?.outcome === 'promo-invalid') return found
  const promo = found && found.promo
  const lines = priceLines(query.groups, promo && { rule: promo, covers: (group) => isInScope(promo, group) })
  return { outcome: 'priced', price: { ...sumLines(lines), promo: promo && { id: promo.id, code: promo.code }, lines } }
}

async function findUsable(
  queryable: Queryable,
  { groups, code, studentId, transactionId, isCheckout, now }: PriceQuery,
): Promise<{ outcome: 'usable'; promo: typeof promoCodes.$inferSelect } | InvalidPromo> {
  const find = queryable
    .select()
    .from(promoCodes)
    .where(eq(promoCodes.code, (code ?? '').toUpperCase()))
  const [promo] = isCheckout ? await find.for('update') : await find
  if (!promo) return invalidPromo('unknown')
  if (now < promo.startsAt) return invalidPromo('early')
  if (now >= promo.endsAt) return invalidPromo('over')
  if (!groups.some((group) => isInScope(promo, group))) return invalidPromo('elsewhere')
  const used = (onlyOf: string | null) => countUses(queryable, promo.id, onlyOf, transactionId)
  if (
    studentId &&
    promo.totalLimit !== null &&
    (await countOpen(queryable, promo.id, studentId, transactionId)) >= openReservationsPerStudent
  )
    return invalidPromo('reserved')
  if (studentId && promo.perStudentLimit !== null && (await used(studentId)) >= promo.perStudentLimit)
    return invalidPromo('own-limit')
  if (promo.totalLimit !== null && (await used(null)) >= promo.totalLimit) return invalidPromo('used-up')
  return { outcome: 'usable', promo }
}

/** A code without a scope applies to everything; one with a scope to what it names, not to bundles and paths that contain it. */
function isInScope(scope: CodeScope, { set, items: [item] }: Group): boolean {
  if (set || !item) return !scope.courseId && !scope.ebookId && !scope.categoryId
  return coversItem(scope, item)
}

/** Uses that a student reserved and has not paid yet. They end with their transaction. */
async function countOpen(
  queryable: Queryable,
  promoId: string,
  studentId: string,
  except: string | null,
): Promise<number> {
  const [row] = await queryable
    .select({ uses: count() })
    .from(promoRedemptions)
    .innerJoin(transactions, eq(transactions.id, promoRedemptions.transactionId))
    .where(
      and(
        eq(promoRedemptions.promoId, promoId),
        eq(promoRedemptions.studentId, studentId),
        inArray(transactions.state, openStates),
        except ? ne(promoRedemptions.transactionId, except) : undefined,
      ),
    )
  return row?.uses ?? 0
}
