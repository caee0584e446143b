import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import type { Offer } from '#contract/commerce/wishlist.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { BuyItem } from '#web/commerce/checkout/buy-item.tsx'
import { useCheckout, type BuyableItem } from '#web/commerce/checkout/use-checkout.ts'
import { AddToCart } from '#web/commerce/kept/add-to-cart.tsx'
import { BuyForOthers } from '#web/commerce/teams/buy-for-others.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { SetPrice } from './set-price.tsx'

type Props = {
  /** The whole bundle or path at its price for everyone. */
  item: BuyableItem
  offer: Offer
  /** Its courses and e-books with their prices one by one. */
  parts: readonly { id: string; price: number }[]
  /** Null for visitors, and until it is known. */
  viewer: { ownedIds: readonly string[]; price: number } | null
  /** True when what the person owns was loaded. */
  isKnown: boolean
  /** Shown to those who own all of it. */
  ownsAll: { text: string; link: string }
  children?: ReactNode
}

/** A bundle or a path as one purchase of what the person does not own yet. */
export function SetOffer({ item, offer, parts, viewer, isKnown, ownsAll, children }: Props) {
  const missing = parts.filter(({ id }) => !viewer?.ownedIds.includes(id))
  const owned = viewer?.ownedIds.length ?? 0
  const separately = owned > 0 ? missing.reduce((sum, part) => sum + part.price, 0) : offer.listPrice
  const toPay = viewer?.price ?? item.price
  const isComplete = missing.length === 0
  const mine = { ...item, price: toPay }
  return (
    <div className="mt-3 grid gap-4">
      {isComplete ? (
        <>
          <p className="text-ink-2">{ownsAll.text}</p>
          <ButtonLink size="lg" block to={item.ownerPath}>
            {ownsAll.link}
          </ButtonLink>
        </>
      ) : (
        <div>
          <SetPrice listPrice={separately} price={toPay} large />
          {separately > toPay && (
            <p className="mt-1 text-sm font-semibold text-daun">
              Hemat <Amount idr={separately - toPay} />
            </p>
          )}
          {owned > 0 && (
            <p className="mt-1 text-sm text-ink-2">{owned} sudah kamu miliki, jadi kamu hanya membayar sisanya.</p>
          )}
        </div>
      )}
      {/* Also for who has it all, and in one place: what is typed outlasts a sign-in. */}
      <BuyForOthers key={item.id} item={item} {...(item.price === 0 && { ways: [] })}>
        {/* Owned items lower the price, so nothing is sold before they are known. */}
        {isComplete ? null : !isKnown ? (
          <div role="status">
            <span className="sr-only">Memuat harga untukmu…</span>
            <Skeleton className="h-13 w-full" />
          </div>
        ) : toPay === 0 ? (
          <StartFree item={mine} />
        ) : (
          <>
            <BuyItem key={`${item.id} ${toPay}`} item={mine} />
            <AddToCart offer={offer} />
          </>
        )}
      </BuyForOthers>
      {children}
    </div>
  )
}

function StartFree({ item }: { item: BuyableItem }) {
  const { state, buy } = useCheckout(item, { promoCode: null, replaced: null })
  return (
    <Button size="lg" block busy={state.step !== 'idle'} onClick={() => void buy()}>
      Mulai gratis
    </Button>
  )
}

/** Sentences below an offer, each with a tick. */
export const Assurances = ({ texts }: { texts: readonly string[] }) => (
  <ul className="grid gap-2 border-t border-line pt-4 text-sm text-ink-2">
    {texts.map((text) => (
      <li key={text} className="flex gap-2">
        <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-daun" />
        {text}
      </li>
    ))}
  </ul>
)
