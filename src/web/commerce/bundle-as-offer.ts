import type { Bundle } from '#contract/commerce/bundles.ts'
import type { Offer } from '#contract/commerce/wishlist.ts'
import { Amount } from '#web/catalog/amount.tsx'

export const bundleOffer = ({ _id, title, items, listPrice, price }: Bundle): Offer => ({
  kind: 'bundle',
  itemId: _id,
  title,
  thumbnail: items[0]?.thumbnail ?? '',
  listPrice,
  price,
})

/** The price of a bundle, and what its contents cost one by one. */
export const BundlePrice = ({
  listPrice,
  price,
  large = false,
}: {
  listPrice: number
  price: number
  large?: boolean
}) => (
  <p className="flex flex-wrap items-center gap-x-2 tabular-nums">
    <span className={`font-extrabold tracking-[-0.02em] ${large ? '' : 'text-lg'}`}>
      <Amount idr={price} isTotal={large} />
    </span>
    {price < listPrice && (
      <s className="text-sm text-ink-3">
        <span className="sr-only">harga satuan </span>
        <Amount idr={listPrice} />
      </s>
    )}
  </p>
)
