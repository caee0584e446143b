import { useEffect, useRef, useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import type { Cart } from '#contract/commerce/cart.ts'
import type { Offer } from '#contract/commerce/wishlist.ts'
import { load, useApi, type Api } from '#web/identity/index.ts'
import { BuyItem } from '#web/commerce/checkout/buy-item.tsx'
import type { BuyableItem } from '#web/commerce/checkout/use-checkout.ts'
import { BuyForOthers } from '#web/commerce/teams/buy-for-others.tsx'
import { Amount } from '#web/catalog/amount.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { keptKey, useKept } from '#web/catalog/kept.ts'
import { describeChanges } from './cart-changes.ts'
import { changeKept, moveToWishlist, purchaseOf, readCart, refreshKept } from './keeper.ts'
import { OfferRow } from './offer-row.tsx'
import { UndoNotice, type Undoable } from './undo-notice.tsx'

export const createCartLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, { guard: () => null }, () => readCart(api))

/** 'Keranjang': what is bought together, and the cashier. */
export function CartPage() {
  const cart = useLoaderData<Cart>()
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { notes, noteTaken } = useNotes(cart)
  // Items bought here left the cart, which the badge shows on the next page.
  useEffect(() => () => void refreshKept(api).catch(() => {}), [api])
  const box = useRef<HTMLDivElement>(null)
  const wished = useKept('wishlist')
  const [last, setLast] = useState<Undoable | null>(null)
  useEffect(() => {
    // The pressed button went with what it was about.
    if (notes.length > 0 && document.activeElement === document.body) box.current?.focus()
  }, [notes])
  const takeOut = async (offer: Offer, work: () => Promise<boolean>) => {
    const pressed = document.activeElement
    const isDone = await work()
    if (isDone) {
      noteTaken(offer)
      leaveRow(pressed)
    }
    await revalidate()
    return isDone
  }
  // The note about the cart says it.
  const backIntoCart = (offer: Offer) => changeKept(api, 'cart', offer, true, { isToasted: false })
  const remove = async (offer: Offer) => {
    if (!(await takeOut(offer, () => changeKept(api, 'cart', offer, false)))) return
    setLast({
      text: `“${offer.title}” dihapus dari keranjang.`,
      what: `menghapus ${offer.title}`,
      undo: () => backIntoCart(offer),
    })
  }
  const move = async (offer: Offer) => {
    const wasWished = wished.includes(keptKey(offer))
    if (!(await takeOut(offer, () => moveToWishlist(api, offer)))) return
    setLast({
      text: `“${offer.title}” dipindahkan ke wishlist.`,
      what: `memindahkan ${offer.title}`,
      // An earlier wish stays.
      undo: async () => (await backIntoCart(offer)) && (wasWished || changeKept(api, 'wishlist', offer, false)),
    })
  }
  const undo = async (done: Undoable) => {
    if (await done.undo()) setLast(null)
    await revalidate()
  }
  return (
    <div className="wrap py-10">
      <PageHead title="Keranjang" noIndex />
      <h1 className="text-2xl font-extrabold">Keranjang</h1>
      <div role="status" ref={box} tabIndex={-1}>
        {notes.length > 0 && (
          <ul className="mt-4 grid gap-1 rounded-field bg-info-50 px-4 py-3 text-sm text-info">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
      <UndoNotice last={last} onUndo={(done) => void undo(done)} />
      {cart.items.length === 0 ? (
        <EmptyState
          title="Keranjangmu masih kosong."
          text="Kumpulkan kelas, e-book, dan paket di sini, lalu bayar sekali."
        >
          <ButtonLink to={paths.catalogue()}>Lihat kelas</ButtonLink>
        </EmptyState>
      ) : (
        <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <ul aria-label="Isi keranjang" className="grid gap-3">
            {cart.items.map((offer) => (
              <OfferRow key={`${offer.kind} ${offer.itemId}`} offer={offer}>
                {/* On a phone its text is in line with the cover above. */}
                <Button variant="ghost" size="sm" className="max-sm:-ml-3.5" onClick={() => void remove(offer)}>
                  Hapus<span className="sr-only"> {offer.title}</span>
                </Button>
                <Button variant="ghost" size="sm" onClick={() => void move(offer)}>
                  Pindahkan ke wishlist<span className="sr-only"> {offer.title}</span>
                </Button>
              </OfferRow>
            ))}
          </ul>
          <section
            aria-labelledby="kasir"
            className="grid gap-4 rounded-dialog border border-line bg-surface p-4 shadow-card md:p-6 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
          >
            <h2 id="kasir" className="text-lg font-extrabold">
              Ringkasan
            </h2>
            <p className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
              Total{' '}
              <strong className="font-extrabold">
                <Amount idr={cart.total} isTotal />
              </strong>
            </p>
            <Cashier cart={cart} />
          </section>
        </div>
      )}
    </div>
  )
}

/** Changes since the page was opened, other than by its own buttons; the last ones stay until there are others. */
function useNotes(cart: Cart) {
  const [seen, setSeen] = useState(cart)
  const [notes, setNotes] = useState(cart.notes)
  const [taken, setTaken] = useState<string[]>([])
  if (seen !== cart) {
    const changes = describeChanges(seen, cart, taken)
    setSeen(cart)
    setTaken([])
    if (changes.length > 0) setNotes(changes)
  }
  return { notes, noteTaken: (offer: Offer) => setTaken((before) => [...before, keptKey(offer)]) }
}

/** One thing is bought as itself, several as a cart. */
function Cashier({ cart: { items, total } }: { cart: Cart }) {
  const [first, ...others] = items
  if (!first) return null
  const several = others.length > 0
  const key = items.map(({ itemId }) => itemId).join()
  const item: BuyableItem = {
    kind: several ? 'cart' : first.kind,
    id: several ? 'keranjang' : first.itemId,
    title: several ? `${first.title} dan ${others.length} lainnya` : first.title,
    price: total,
    discount: 0,
    ownerPath: paths.myCourses(),
    // Also while one thing is left: the code goes with what is in the cart.
    promoKey: 'cart',
    ...(several && { items: items.map(purchaseOf) }),
    ...(first.cohort && !several && { cohortId: first.cohort._id }),
  }
  if (!several) return <BuyItem key={key} item={item} />
  // Who gets it chooses the cohort.
  const given = items.map(({ cohort: _chosen, ...offer }) => purchaseOf(offer))
  return (
    <BuyForOthers key={key} item={{ ...item, items: given }} ways={['gift']}>
      <BuyItem item={item} />
    </BuyForOthers>
  )
}
