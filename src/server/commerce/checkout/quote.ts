import type { Quote } from '#contract/commerce/commerce.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { OfferKey } from '#server/commerce/items/offers.ts'
import { nameSubject, resolvePurchase } from '#server/commerce/lines/resolve-purchase.ts'
import { guardPromo, type PromoCaller } from '#server/commerce/promo/promo-rate-limits.ts'
import { pricePurchase, type InvalidPromo } from '#server/commerce/promo/promo.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { findOpen } from './open-transaction.ts'
import { alreadyEnrolled, notFound } from './refusals.ts'

type QuoteRequest = { wanted: readonly OfferKey[]; giftEmail: string | null } & PromoCaller
type Quoted = { outcome: 'quoted'; quote: Quote } | InvalidPromo | ReturnType<typeof notFound | typeof alreadyEnrolled>

/** The price of something, with or without a promo code. */
export const quote = (deps: CommerceDeps, request: QuoteRequest) =>
  guardPromo(deps, request, () => deps.database.transaction((tx) => readQuote(tx, deps, request)))

async function readQuote(
  tx: Tx,
  deps: CommerceDeps,
  { wanted, giftEmail, promoCode, studentId }: QuoteRequest,
): Promise<Quoted> {
  // One thing has its price for everybody; what one owns of several and of a bundle is not paid again.
  const isSingle = wanted.every(({ kind }) => kind !== 'bundle') && wanted.length === 1
  const { groups, unsold } = await resolvePurchase(tx, deps, {
    wanted,
    ownerId: isSingle || giftEmail !== null ? null : studentId,
    buyerId: isSingle ? null : studentId,
  })
  if (groups.length === 0) return unsold[0]?.reason === 'already-owned' ? alreadyEnrolled(wanted) : notFound(wanted)
  const open =
    studentId === null ? null : await findOpen(tx, studentId, await nameSubject(tx, deps, groups, studentId), giftEmail)
  const query = {
    groups,
    code: promoCode,
    studentId,
    transactionId: open?.id ?? null,
    isCheckout: false,
    now: deps.clock.now(),
  }
  const priced = await pricePurchase(tx, query)
  if (priced.outcome === 'priced') {
    const { promo: _promo, lines: _lines, ...shown } = priced.price
    return { outcome: 'quoted', quote: shown }
  }
  // The announced code is public: buy cards check it by themselves, whether it exists or not.
  const isAnnounced = priced.countsAsAttempt && promoCode === (await deps.settings.readSite(tx)).announcement?.promoCode
  return isAnnounced ? { ...priced, countsAsAttempt: false } : priced
}
