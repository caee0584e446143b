import { useEffect, useEffectEvent, useState } from 'react'
import { failureStatus, fieldErrors, serverMessage } from '#contract/client.ts'
import type { Quote } from '#contract/commerce/commerce.ts'
import { itemInput, type BuyableItem } from './use-checkout.ts'
import { useApi, useSession } from '#web/identity/index.ts'
import { tabText } from './tab-text.ts'

export type AppliedPromo = { code: string; quote: Quote }
export type PromoCode = ReturnType<typeof usePromoCode>

/** The promo code for one item; the server computes the discount. */
export function usePromoCode(
  item: Pick<BuyableItem, 'kind' | 'id' | 'items' | 'promoKey' | 'seats' | 'team'>,
  { isGift = false }: { /** Priced as for a receiver, who owns nothing. */ isGift?: boolean } = {},
) {
  const { authenticated, anonymous } = useApi()
  const session = useSession()
  const [applied, setApplied] = useState<AppliedPromo | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isChecking, setChecking] = useState(false)
  const stored = tabText(`cendaki-promo:${item.promoKey ?? `${item.kind}:${item.id}`}`)

  async function apply(typed: string) {
    const code = typed.trim().toUpperCase()
    if (isChecking) return
    if (!code) return setFailure('Isi kode promo dulu.')
    setChecking(true)
    setFailure(null)
    try {
      // For a signed-in user the server checks the limit per student; for a visitor that happens at checkout.
      const api = session.status === 'signed-in' && !isGift ? authenticated : anonymous
      const { data } = await api.commerce.quote({ ...itemInput(item), promoCode: code })
      if (data.promoDiscount === 0)
        return reject('Harga sekarang sudah sama atau lebih murah dari harga dengan kode ini.')
      setApplied({ code, quote: data })
      stored.write(code)
    } catch (error) {
      const text = fieldErrors(error).promoCode ?? serverMessage(error) ?? 'Kode promo belum bisa diperiksa. Coba lagi.'
      // Only a rejected code is removed; after too many attempts or a failure the applied one stays.
      if (failureStatus(error) === 422) reject(text)
      else setFailure(text)
    } finally {
      setChecking(false)
    }
  }

  function reject(reason: string) {
    setApplied(null)
    stored.write(null)
    setFailure(reason)
  }

  // Restores the code after a sign-in or sign-up during the purchase.
  const restore = useEffectEvent(() => {
    const code = stored.read()
    if (code) void apply(code)
  })
  useEffect(() => {
    if (session.status !== 'unknown') restore()
  }, [item.id, session.status])

  return {
    applied,
    failure,
    isChecking,
    apply,
    remove() {
      setApplied(null)
      setFailure(null)
      stored.write(null)
    },
  }
}
