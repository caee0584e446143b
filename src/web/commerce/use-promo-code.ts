import { useEffect, useState } from 'react'
import { failureStatus, fieldErrors, serverMessage } from '#contract/client.ts'
import type { Quote } from '#contract/commerce.ts'
import { itemInput, type BuyableItem } from './use-checkout.ts'
import { useApi, useSession } from '#web/identity/index.ts'

export type AppliedPromo = { code: string; quote: Quote }
export type PromoCode = ReturnType<typeof usePromoCode>

/** The code that was applied to this item in this tab. */
function keptCode({ kind, id }: Pick<BuyableItem, 'kind' | 'id'>) {
  const key = `cendaki-promo:${kind}:${id}`
  return {
    read(): string | null {
      try {
        return sessionStorage.getItem(key)
      } catch {
        return null
      }
    },
    write(code: string | null) {
      try {
        if (code === null) sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, code)
      } catch {
        // Storage is blocked: the code holds for this page only.
      }
    },
  }
}

/** A promo code for one item: asked at the server, which alone knows what it is worth. */
export function usePromoCode(item: Pick<BuyableItem, 'kind' | 'id'>) {
  const { mine, open } = useApi()
  const session = useSession()
  const [applied, setApplied] = useState<AppliedPromo | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const kept = keptCode(item)

  async function apply(typed: string) {
    const code = typed.trim().toUpperCase()
    if (isAsking) return
    if (!code) return setFailure('Isi kode promo dulu.')
    setAsking(true)
    setFailure(null)
    try {
      // Who is signed in may have used a code up; a visitor finds out at the checkout.
      const api = session.status === 'signed-in' ? mine : open
      const { data } = await api.commerce.quote({ ...itemInput(item), promoCode: code })
      if (data.promoDiscount === 0) return refuse('Harga sekarang sudah sama atau lebih murah dari harga dengan kode ini.')
      setApplied({ code, quote: data })
      kept.write(code)
    } catch (error) {
      if (failureStatus(error) === null) return setFailure('Kode promo belum bisa diperiksa. Coba lagi.')
      refuse(fieldErrors(error).promoCode ?? serverMessage(error) ?? 'Kode promo belum bisa diperiksa. Coba lagi.')
    } finally {
      setAsking(false)
    }
  }

  function refuse(reason: string) {
    setApplied(null)
    kept.write(null)
    setFailure(reason)
  }

  // Whoever signs up on the way comes back to the price they were promised.
  useEffect(() => {
    const code = kept.read()
    if (code && session.status !== 'unknown') void apply(code)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Once, when it is known who asks.
  }, [item.id, session.status])

  return {
    applied,
    failure,
    isAsking,
    apply,
    remove() {
      setApplied(null)
      setFailure(null)
      kept.write(null)
    },
  }
}
