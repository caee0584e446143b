import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { itemKindLabels } from '#contract/commerce/labels.ts'
import type { Offer } from '#contract/commerce/wishlist.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { itemPath } from '#web/commerce/item-paths.ts'

/** Something for sale in a list: cover, kind, title, price, and what one does with it. */
export function OfferRow({ offer, note, children }: { offer: Offer; note?: string | undefined; children: ReactNode }) {
  const { kind, itemId, title, thumbnail, listPrice, price, cohort } = offer
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4">
      <img
        src={thumbnail}
        alt=""
        width={160}
        height={90}
        loading="lazy"
        className="aspect-video w-22 max-w-full rounded-field bg-sunken object-cover sm:w-36"
      />
      {/* Beside the cover on a phone of 320 px, and below it where the text is large. */}
      <div className="min-w-[min(9rem,100%)] flex-1">
        <p className="text-xs font-semibold text-nila">{itemKindLabels[kind]}</p>
        <Link to={itemPath({ kind, _id: itemId, title })} className="font-bold text-balance hover:underline">
          {title}
        </Link>
        {cohort && <p className="text-sm wrap-anywhere text-ink-2">{cohort.name}</p>}
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2 tabular-nums">
          <strong className="font-extrabold">{price === 0 ? 'GRATIS' : <Amount idr={price} />}</strong>
          {price < listPrice && (
            <s className="text-sm text-ink-3">
              <span className="sr-only">harga awal </span>
              <Amount idr={listPrice} />
            </s>
          )}
        </p>
        {note && <p className="mt-0.5 text-sm font-semibold text-daun">{note}</p>}
      </div>
      <div className="flex w-full flex-wrap items-start gap-2 sm:w-auto sm:flex-col">{children}</div>
    </li>
  )
}
