import { useRouteLoaderData } from 'react-router'
import { priceAfterDiscount } from '#contract/kit/money.ts'
import type { PaymentMethod } from '#contract/commerce/transactions.ts'
import type { Site } from '#contract/site/site.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { useRemoteAddition } from '#web/kit/ui/behaviour/use-remote.ts'
import { amountOf, nextStep } from './buy-step.ts'
import { itemInput, useCheckout, type BuyableItem } from './use-checkout.ts'
import { useOpenTransaction } from './use-open-transaction.ts'
import { usePromoCode } from './use-promo-code.ts'

/** Buying one item: promo code, open transaction, checkout, and the one amount that all of them agree on. */
export function usePurchase(item: BuyableItem) {
  const promo = usePromoCode(item)
  const { open, hasFailed, reload } = useOpenTransaction(item)
  const next = nextStep(item, promo.applied, open)
  const amountIdr = amountOf(next, item, promo.applied)
  const checkout = useCheckout(item, {
    promoCode: promo.applied?.code ?? null,
    replaced: next.step === 'replace' ? next.open._id : null,
    // Things owned meanwhile only make a cart or a bundle cheaper.
    shownTotal: amountIdr,
  })
  return {
    promo,
    open,
    isOrderUnknown: hasFailed,
    next,
    amountIdr,
    offer: useAnnouncedOffer(item, {
      isWanted: promo.applied === null && (open === null || open.promoCode === null) && !promo.isChecking,
    }),
    state: checkout.state,
    prepare: checkout.prepare,
    async buy(method?: PaymentMethod) {
      await checkout.buy(method)
      reload()
    },
    reload,
  }
}

/** The code of the announcement, when it makes this item cheaper; the server computes the price. */
function useAnnouncedOffer(
  item: BuyableItem,
  { isWanted }: { isWanted: boolean },
): { code: string; total: number } | null {
  const { announcement } = (useRouteLoaderData('site') as { site: Site }).site
  const { authenticated, anonymous } = useApi()
  const session = useSession()
  const code = announcement?.promoCode
  const helps = code && (announcement.price ?? 0) < priceAfterDiscount(item)
  const key = isWanted && helps && session.status !== 'unknown' ? `${session.status} ${item.id} ${code}` : null
  const quoted = useRemoteAddition(key, async (signal) => {
    const api = session.status === 'signed-in' ? authenticated : anonymous
    return (await api.commerce.quote({ ...itemInput(item), promoCode: code ?? undefined }, { signal })).data
  })
  return key && code && quoted?.promoDiscount ? { code, total: quoted.total } : null
}
