import { useEffect } from 'react'
import { useApi, useSession } from '#web/identity/index.ts'
import { connectKept } from '#web/catalog/kept.ts'

const keeper = () => import('#web/commerce/kept/keeper.ts')

/** Connects hearts and the cart to the commerce module, which is loaded where something may be kept and at the first press. */
export function useKeptOffers(): void {
  const api = useApi()
  const { status } = useSession()
  useEffect(() => {
    connectKept(async (...change) => {
      const { changeKept } = await keeper()
      await changeKept(api, ...change)
    })
    if (status === 'unknown' || (status === 'signed-out' && !hasKept())) return
    // Without it, hearts are empty and the cart has no number.
    keeper()
      .then(({ refreshKept }) => refreshKept(api))
      .catch(() => {})
  }, [api, status])
}

/** The keys of device-offers.ts. */
function hasKept(): boolean {
  try {
    return ['cendaki-wishlist', 'cendaki-keranjang'].some((key) => localStorage.getItem(key) !== null)
  } catch {
    return false
  }
}
