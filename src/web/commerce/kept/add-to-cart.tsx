import type { Offer } from '#contract/commerce/wishlist.ts'
import { paths } from '#contract/kit/paths.ts'
import { changeKept, keptKey, useKept } from '#web/catalog/kept.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'

/** Beside the buy button. */
export function AddToCart({ offer }: { offer: Offer }) {
  if (useKept('cart').includes(keptKey(offer)))
    return (
      <ButtonLink variant="outline" block to={paths.cart()}>
        Lihat keranjang
      </ButtonLink>
    )
  return (
    <Button variant="outline" block onClick={() => void changeKept('cart', offer, true)}>
      Tambah ke keranjang
    </Button>
  )
}
