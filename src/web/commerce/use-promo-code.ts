import { useState } from 'react'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import type { Quote } from '#contract/commerce.ts'
import { itemInput, type BuyableItem } from './use-checkout.ts'
import { useApi, useSession } from '#web/identity/index.ts'

export type AppliedPromo = { code: string; quote: Quote }
export type PromoCode = ReturnType<typeof usePromoCode>

/** A promo code for one item: asked at the server, which alone knows what it is worth. */
export function usePromoCode(item: Pick<BuyableItem, 'kind' | 'id'>) {
  const { mine, open } = useApi()
  const session = useSession()
  const [applied, setApplied] = useState<AppliedPromo | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)

  async function apply(typed: string) {
    const code = typed.trim().toUpperCase()
    if (!code || isAsking) return
    setAsking(true)
    setFailure(null)
    try {
      // Who is signed in may have used a code up; a visitor finds out at the checkout.
      const api = session.status === 'signed-in' ? mine : open
      const { data } = await api.commerce.quote({ ...itemInput(item), promoCode: code })
      setApplied({ code, quote: data })
    } catch (error) {
      setApplied(null)
      setFailure(fieldErrors(error).promoCode ?? serverMessage(error) ?? 'Kode promo belum bisa diperiksa. Coba lagi.')
    } finally {
      setAsking(false)
    }
  }

  return {
    applied,
    failure,
    isAsking,
    apply,
    remove() {
      setApplied(null)
      setFailure(null)
    },
  }
}
