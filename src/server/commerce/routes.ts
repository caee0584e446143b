import type { CheckoutInput } from '#contract/commerce/commerce.ts'
import { ok } from '#contract/kit/endpoint.ts'
import { waitOf } from '#server/platform/challenges/index.ts'
import { endpoints } from '#server/platform/http/index.ts'
import type { Commerce } from './commerce.ts'
import type { OfferKey } from './items/offers.ts'

type Named = { courseId?: string | undefined; ebookId?: string | undefined; bundleId?: string | undefined }

/** The schema accepts exactly one of the ids. */
const toKey = ({ courseId, ebookId, bundleId }: Named): OfferKey =>
  bundleId !== undefined
    ? { kind: 'bundle', itemId: bundleId }
    : ebookId !== undefined
      ? { kind: 'ebook', itemId: ebookId }
      : { kind: 'course', itemId: courseId ?? '' }

const wantedOf = (input: CheckoutInput): OfferKey[] => (input.items ?? [input]).map(toKey)

const kindOf = (wanted: readonly OfferKey[]): OfferKey['kind'] | 'cart' => (wanted.length === 1 ? (wanted[0]?.kind ?? 'cart') : 'cart')

// The same message for every reason, so that the existence of a draft is not revealed.
const notFoundMessages = {
  course: 'Course data not found',
  ebook: 'E-book tidak ditemukan',
  bundle: 'Paket tidak ditemukan',
  cart: 'Tidak ada yang bisa dibeli',
}
const ownedMessages = {
  ebook: 'E-book ini sudah jadi milikmu.',
  bundle: 'Semua isi paket ini sudah jadi milikmu.',
  cart: 'Semua isi keranjang ini sudah jadi milikmu.',
}
const notFound = (wanted: readonly OfferKey[]) => ({ message: notFoundMessages[kindOf(wanted)] })
const owned = (wanted: readonly OfferKey[]) => {
  const kind = kindOf(wanted)
  return kind === 'course' ? {} : { message: ownedMessages[kind] }
}

const promoError = (promoCode: string) => ({ message: promoCode, data: { errors: { promoCode } } })
/** Only a student's own transaction has its own message: the others would reveal which codes exist. */
const invalidPromo = ({ isReserved }: { isReserved: boolean }) =>
  promoError(isReserved ? 'Kode ini masih kamu pakai di transaksi yang belum dibayar. Selesaikan pembayaran itu dulu.' : 'Kode promo tidak valid.')

export function commerceRoutes(commerce: Commerce) {
  const { commerce: on } = endpoints

  return {
    checkout: on.checkout.handler(async ({ input, context, errors }) => {
      const wanted = wantedOf(input)
      const isEbook = kindOf(wanted) === 'ebook'
      const request = {
        student: context.viewer(),
        wanted,
        gift: input.gift ?? null,
        promoCode: input.promoCode || null,
        method: input.method ?? null,
        shownTotal: input.shownTotal ?? null,
      }
      const result = await commerce.checkout({ ...request, client: context.client })
      switch (result.outcome) {
        case 'open':
          return ok({ token: result.token, transactionId: result.transactionId, redirectUrl: result.redirectUrl })
        case 'paid-by-promo':
          return ok({ token: null, transactionId: result.transactionId, redirectUrl: null })
        case 'invalid-promo':
          throw errors.PROMO_INVALID(invalidPromo(result))
        case 'granted-free':
          return ok({ token: null, transactionId: null, redirectUrl: null })
        case 'already-owned':
          throw errors.ALREADY_ENROLLED(owned(wanted))
        case 'own-item':
          throw errors.OWN_ITEM()
        case 'empty':
          throw errors.EMPTY_ITEM(isEbook ? { message: 'E-book ini belum punya isi.' } : {})
        case 'under-review':
          throw errors.UNDER_REVIEW(isEbook ? { message: 'Pembayaran untuk e-book ini sedang diperiksa. Tunggu sebentar, ya.' } : {})
        case 'price-changed':
          throw errors.PRICE_CHANGED()
        case 'cart-changed':
          throw errors.CART_CHANGED()
        case 'too-expensive':
          throw errors.TOO_EXPENSIVE()
        case 'gift-free':
          throw errors.GIFT_REJECTED({ data: { errors: { gift: 'Ini gratis, jadi tidak perlu dibelikan.' } } })
        case 'gift-rejected':
          throw errors.GIFT_REJECTED({ data: { errors: { [`gift.${result.field}`]: result.message } } })
        case 'method-unavailable':
          throw errors.METHOD_UNAVAILABLE({ data: { errors: { method: 'Cara bayar ini sedang tidak tersedia.' } } })
        case 'too-many':
          throw errors.TOO_MANY_REQUESTS(waitOf(result))
        case 'payment-unavailable':
          throw errors.PAYMENT_UNAVAILABLE()
        case 'not-found':
          throw errors.NOT_FOUND(notFound(wanted))
      }
    }),

    quote: on.quote.handler(async ({ input, context, errors }) => {
      const viewer = await context.findViewer()
      const wanted = wantedOf(input)
      const quoted = await commerce.quote({
        wanted,
        isGift: input.gift !== undefined,
        promoCode: input.promoCode || null,
        studentId: viewer?.id ?? null,
        client: context.client,
        solution: context.challengeSolution,
      })
      switch (quoted.outcome) {
        case 'not-found':
          throw errors.NOT_FOUND(notFound(wanted))
        case 'already-owned':
          throw errors.ALREADY_ENROLLED(owned(wanted))
        case 'invalid-promo':
          throw errors.PROMO_INVALID(invalidPromo(quoted))
        case 'too-many':
          throw errors.TOO_MANY_REQUESTS(waitOf(quoted))
        case 'priced': {
          const { promo: _promo, lines: _lines, ...shown } = quoted.price
          return ok(shown)
        }
      }
    }),

    listMyTransactions: on.listMyTransactions.handler(async ({ input, context }) => ok(await commerce.listMine(context.viewer(), input?.before ?? null))),

    showMyTransaction: on.showMyTransaction.handler(async ({ input, context, errors }) => {
      const invoice = await commerce.showMine(context.viewer(), input.id)
      if (!invoice) throw errors.NOT_FOUND()
      return ok(invoice)
    }),

    refreshMyTransaction: on.refreshMyTransaction.handler(async ({ input, context, errors }) => {
      const refreshed = await commerce.refreshMine(context.viewer(), input.id)
      if (!refreshed) throw errors.NOT_FOUND()
      return ok(refreshed.transaction)
    }),

    cancelMyTransaction: on.cancelMyTransaction.handler(async ({ input, context, errors }) => {
      const result = await commerce.cancelMine(context.viewer(), input.id)
      if (result.outcome === 'cancelled') return ok(result.transaction, 'Pesanan dibatalkan.')
      if (result.outcome === 'not-found') throw errors.NOT_FOUND()
      if (result.outcome === 'not-open') throw errors.NOT_CANCELLABLE()
      if (result.outcome === 'payment-unavailable') throw errors.PAYMENT_UNAVAILABLE()
      throw errors.TOO_MANY_REQUESTS(waitOf(result.outcome))
    }),

    resendReceipt: on.resendReceipt.handler(async ({ input, context, errors }) => {
      const sent = await commerce.resendReceipt(context.viewer(), input.id)
      if (sent === 'not-found') throw errors.NOT_FOUND()
      if (sent === 'not-paid') throw errors.NOT_PAID()
      if ('allowed' in sent) throw errors.TOO_MANY_REQUESTS({ data: { retryAfterSeconds: sent.retryAfterSeconds } })
      return ok(sent, `Bukti pembayaran dikirim ke ${sent.email}.`)
    }),

    receiveNotification: on.receiveNotification.handler(async ({ input, errors }) => {
      if ((await commerce.receiveNotification(input)) === 'bad-signature') throw errors.BAD_SIGNATURE()
      return ok({ received: true as const })
    }),
  }
}
