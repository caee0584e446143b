import { Amount } from '#web/catalog/amount.tsx'

type Props = { listPrice: number; price: number; large?: boolean }

/** The price of a bundle or a path, and what its contents cost one by one. */
export const SetPrice = ({ listPrice, price, large = false }: Props) => (
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
