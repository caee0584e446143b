import { isFree, priceAfterDiscount, type Priced } from '#contract/kit/money.ts'
import { Amount } from './amount.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'

export type PriceSize = 'sm' | 'md' | 'lg'

const amountSizes: Record<PriceSize, string> = { sm: 'text-base', md: 'text-lg', lg: 'w-full' }

/** The price, and for a discount also the list price and the percentage. A price of 0 shows GRATIS. `amountIdr` is what this viewer pays instead. */
export function Price({
  price,
  discount,
  sale,
  amountIdr = null,
  size = 'md',
}: Priced & { amountIdr?: number | null; size?: PriceSize }) {
  const publicAmount = priceAfterDiscount({ price, discount, sale })
  const amount = amountIdr ?? publicAmount
  const isDiscounted = amount < price
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 tabular-nums">
      {isFree({ price, discount, sale }) ? (
        <Badge tone="success">GRATIS</Badge>
      ) : (
        <span className={classNames('font-extrabold tracking-[-0.02em]', amountSizes[size])}>
          <Amount idr={amount} isTotal={size === 'lg'} />
        </span>
      )}
      {isDiscounted && (
        <s className={classNames('text-ink-3', size === 'lg' ? 'text-sm' : 'text-[0.8125rem]')}>
          <span className="sr-only">harga awal </span>
          <Amount idr={price} />
        </s>
      )}
      {isDiscounted && amount > 0 && amount === publicAmount && discount > 0 && (
        <Badge tone="promo">
          <span className="sr-only">{`diskon ${discount}%`}</span>
          <span aria-hidden="true">{`−${discount}%`}</span>
        </Badge>
      )}
    </p>
  )
}

/** The price with the code that the site announces. */
export const PromoPrice = ({ code, price }: { code: string; price: number }) => (
  <p className="mt-0.5 text-sm font-semibold text-daun tabular-nums">
    {price === 0 ? 'Gratis' : <Amount idr={price} />} dengan <span className="wrap-anywhere">{code}</span>
  </p>
)
