import { useState } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Wish } from '#contract/commerce/wishlist.ts'
import { keptKey, useKept } from '#web/catalog/kept.ts'
import { load, requireStudentArea, useApi, type Api } from '#web/identity/index.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { changeKept, refreshKept } from './keeper.ts'
import { OfferRow } from './offer-row.tsx'
import { UndoNotice, type Undoable } from './undo-notice.tsx'

export const createWishlistLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, { guard: requireStudentArea }, async () => {
      // Adds what was kept on this device before the sign-in.
      await refreshKept(api)
      return (await api.authenticated.wishlist.listWishes()).data
    })

/** Offers to buy later, newest first. */
export function WishlistPage() {
  const wishes = useLoaderData<Wish[]>()
  const api = useApi()
  const inCart = useKept('cart')
  const { revalidate } = useRevalidator()
  const [last, setLast] = useState<Undoable | null>(null)
  const addToCart = async (wish: Wish) => {
    const row = document.activeElement?.closest('li')
    if (await changeKept(api, 'cart', wish, true, { isToasted: false }))
      setLast({
        text: `“${wish.title}” masuk ke keranjang.`,
        what: `memasukkan ${wish.title} ke keranjang`,
        undo: () => changeKept(api, 'cart', wish, false),
      })
    // A link has taken the place of the button.
    if (document.activeElement === document.body) row?.querySelector<HTMLElement>(`a[href="${paths.cart()}"]`)?.focus()
    await revalidate()
  }
  const remove = async (wish: Wish) => {
    const pressed = document.activeElement
    if (await changeKept(api, 'wishlist', wish, false)) {
      leaveRow(pressed)
      setLast({
        text: `“${wish.title}” dihapus dari wishlist.`,
        what: `menghapus ${wish.title}`,
        undo: () => changeKept(api, 'wishlist', wish, true),
      })
    }
    await revalidate()
  }
  const undo = async (done: Undoable) => {
    const pressed = document.activeElement
    if (await done.undo()) {
      leaveRow(pressed)
      setLast(null)
    }
    await revalidate()
  }
  return (
    <>
      <PageHead title="Wishlist" noIndex />
      <h1 className="text-2xl font-extrabold">Wishlist</h1>
      <p className="mt-1 text-ink-2">Yang kamu simpan untuk nanti.</p>
      <UndoNotice last={last} onUndo={(done) => void undo(done)} />
      {wishes.length === 0 ? (
        <EmptyState
          title="Wishlist masih kosong."
          text="Tekan hati pada kelas, e-book, atau paket untuk menyimpannya di sini."
        >
          <ButtonLink to={paths.catalogue()}>Lihat kelas</ButtonLink>
        </EmptyState>
      ) : (
        <ul aria-label="Isi wishlist" className="mt-6 grid gap-3">
          {wishes.map((wish) => (
            <OfferRow
              key={keptKey(wish)}
              offer={wish}
              note={wish.price < wish.priceThen ? `Turun ${formatRupiah(wish.priceThen - wish.price)}` : undefined}
            >
              {inCart.includes(keptKey(wish)) ? (
                <ButtonLink variant="outline" size="sm" to={paths.cart()}>
                  Lihat keranjang
                </ButtonLink>
              ) : wish.needsCohort ? (
                <ButtonLink variant="outline" size="sm" to={paths.courseDetail({ courseId: wish.itemId })}>
                  Pilih angkatan<span className="sr-only"> {wish.title}</span>
                </ButtonLink>
              ) : (
                wish.price > 0 && (
                  <Button variant="outline" size="sm" onClick={() => void addToCart(wish)}>
                    Tambah ke keranjang<span className="sr-only"> {wish.title}</span>
                  </Button>
                )
              )}
              <Button variant="ghost" size="sm" onClick={() => void remove(wish)}>
                Hapus<span className="sr-only"> {wish.title}</span>
              </Button>
            </OfferRow>
          ))}
        </ul>
      )}
    </>
  )
}
