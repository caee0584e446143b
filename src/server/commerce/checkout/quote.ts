import type { Quote } from '#contract/commerce/commerce.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { isSet, type OfferKey } from '#server/commerce/items/offer-key.ts'
import { nameSubject, resolvePurchase } from '#server/commerce/items/resolve-purchase.ts'
import { guardPromo, type PromoCaller } from '#server/commerce/promo/promo-rate-limits.ts'
import { pricePurchase, type InvalidPromo } from '#server/commerce/promo/price-purchase.ts'
import { priceSeats, readTeamPurchase, teamSubject, type WantedSeats } from '#server/commerce/teams/team-purchase.ts'
import type { InvalidInput } from '#server/platform/outcomes.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { findOpen } from './open-transaction.ts'
import { alreadyEnrolled, notFound } from './refusals.ts'

type QuoteRequest = { wanted: readonly OfferKey[]; giftEmail: string | null; team: WantedSeats | null } & PromoCaller
type Quoted =
  | { outcome: 'quoted'; quote: Quote }
  | InvalidPromo
  | InvalidInput
  | ReturnType<typeof notFound | typeof alreadyEnrolled>

/** The price of something, with or without a promo code. */
export const quote = (deps: CommerceDeps, request: QuoteRequest) =>
  guardPromo(deps, request, () => deps.database.transaction((tx) => readQuote(tx, deps, request)))

async function readQuote(
  tx: Tx,
  deps: CommerceDeps,
  { giftEmail, promoCode, studentId, ...request }: QuoteRequest,
): Promise<Quoted> {
  const read = request.team
    ? await readTeamPurchase(tx, deps, { ...request, team: request.team, buyerId: studentId })
    : null
  if (read && read.outcome !== 'read') return read
  const team = read?.team ?? null
  const wanted = team?.wanted ?? request.wanted
  // One thing has its price for everybody; what one owns of several, of a bundle and of a path is not paid again.
  const isSingle = !wanted.some(isSet) && wanted.length === 1
  const { groups: resolved, unsold } = await resolvePurchase(tx, deps, {
    wanted,
    ownerId: isSingle || giftEmail !== null || team ? null : studentId,
    buyerId: isSingle || team ? null : studentId,
  })
  if (resolved.length === 0) return unsold[0]?.reason === 'already-owned' ? alreadyEnrolled(wanted) : notFound(wanted)
  const inAll = team ? priceSeats(resolved, team) : { groups: resolved }
  if (!('groups' in inAll)) return inAll
  const { groups } = inAll
  const subject = studentId === null ? null : nameSubject(groups, studentId)
  const open =
    studentId === null || subject === null
      ? null
      : await findOpen(tx, studentId, team ? teamSubject(subject, team) : subject, giftEmail)
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
