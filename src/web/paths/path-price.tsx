import { Amount } from '#web/catalog/amount.tsx'

/** The price of the courses of a path together, beside the sum of their prices. */
export const PathPrice = ({
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
      {price === 0 ? 'GRATIS' : <Amount idr={price} isTotal={large} />}
    </span>
    {price < listPrice && (
      <s className="text-sm text-ink-3">
        <span className="sr-only">harga satuan </span>
        <Amount idr={listPrice} />
      </s>
    )}
  </p>
)
