import { useEffect, useEffectEvent } from 'react'
import { PromoField } from '#web/commerce/checkout/promo-field.tsx'
import type { BuyableItem } from '#web/commerce/checkout/use-checkout.ts'
import { usePromoCode } from '#web/commerce/checkout/use-promo-code.ts'

export type SeatsPrice = {
  code: string | null
  /** Null without a code. */ totalIdr: number | null
  isChecking: boolean
}

type Props = { item: BuyableItem; seats: number; onPrice: (price: SeatsPrice) => void }

/** The promo code for so many seats, priced by the server. Mounted again for another number, which asks for the price again. */
export function SeatsPromo({ item, seats, onPrice }: Props) {
  // A price needs no name, which is typed later.
  const promo = usePromoCode({ ...item, seats, team: { name: 'Tim' } })
  const { applied, isChecking } = promo
  const report = useEffectEvent(onPrice)
  useEffect(
    () => report({ code: applied?.code ?? null, totalIdr: applied?.quote.total ?? null, isChecking }),
    [applied, isChecking],
  )
  return <PromoField promo={promo} label="Kode promo untuk tim" offer={null} />
}
