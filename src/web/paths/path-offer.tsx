import Bookmark from 'lucide-react/icons/bookmark'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { serverMessage } from '#contract/client.ts'
import type { Offer } from '#contract/commerce/wishlist.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Path } from '#contract/paths/paths.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { BuyItem } from '#web/commerce/checkout/buy-item.tsx'
import { useCheckout, type BuyableItem } from '#web/commerce/checkout/use-checkout.ts'
import { BuyForOthers } from '#web/commerce/teams/buy-for-others.tsx'
import { AddToCart } from '#web/commerce/kept/add-to-cart.tsx'
import { useApi, withLogin } from '#web/identity/index.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { PathPrice } from './path-price.tsx'
import type { PathViewer } from './use-path-viewer.ts'

const toOffer = ({ _id, title, steps, listPrice, price }: Path): Offer => ({
  kind: 'path',
  itemId: _id,
  title,
  thumbnail: steps[0]?.thumbnail ?? '',
  listPrice,
  price,
})

type Props = { path: Path; viewer: PathViewer | null; onSaved: (isSaved: boolean) => void }

/** Offers the missing courses of a path as one purchase, and a place to keep it. */
export function PathOffer({ path, viewer, onSaved }: Props) {
  const owned = viewer?.ownedIds.length ?? 0
  const missing = path.steps.filter(({ courseId }) => !viewer?.ownedIds.includes(courseId))
  const separately = owned > 0 ? missing.reduce((sum, step) => sum + step.price, 0) : path.listPrice
  const toPay = viewer ? viewer.price : path.price
  const item: BuyableItem = {
    kind: 'path',
    id: path._id,
    title: path.title,
    price: toPay,
    discount: 0,
    ownerPath: paths.myPaths(),
    anchor: 'harga',
  }
  return (
    <div className="mt-3 grid gap-4">
      {missing.length === 0 ? (
        <>
          <p className="text-ink-2">Semua kelas di jalur ini sudah jadi milikmu.</p>
          <ButtonLink size="lg" block to={paths.myPaths()}>
            Ke Jalur Saya
          </ButtonLink>
        </>
      ) : (
        <>
          <div>
            <PathPrice listPrice={separately} price={toPay} large />
            {separately > toPay && (
              <p className="mt-1 text-sm font-semibold text-daun">
                Hemat <Amount idr={separately - toPay} />
              </p>
            )}
            {owned > 0 && (
              <p className="mt-1 text-sm text-ink-2">{owned} sudah kamu miliki, jadi kamu hanya membayar sisanya.</p>
            )}
          </div>
          {toPay === 0 ? (
            <StartFree item={item} />
          ) : (
            <>
              <BuyItem key={`${path._id} ${toPay}`} item={item} />
              <AddToCart offer={toOffer(path)} />
            </>
          )}
        </>
      )}
      <SavePath path={path} isSaved={viewer?.isSaved ?? false} onSaved={onSaved} />
      {/* Also for who has it all, and in one place: what is typed outlasts a sign-in. */}
      {path.price > 0 && <BuyForOthers key={path._id} item={{ ...item, price: path.price }} />}
      <ul className="grid gap-2 border-t border-line pt-4 text-sm text-ink-2">
        {['Akses selamanya untuk semua kelasnya', 'Sertifikat tiap kelas, dan satu untuk seluruh jalur'].map((text) => (
          <li key={text} className="flex gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-daun" />
            {text}
          </li>
        ))}
      </ul>
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

function SavePath({ path, isSaved, onSaved }: { path: Path; isSaved: boolean; onSaved: Props['onSaved'] }) {
  const { authenticated } = useApi()
  const [isBusy, setBusy] = useState(false)

  async function toggle() {
    setBusy(true)
    try {
      const call = isSaved ? authenticated.paths.unsavePath : authenticated.paths.savePath
      const { message } = await withLogin(() => call({ id: path._id }))
      onSaved(!isSaved)
      toast.success(message ?? 'Tersimpan.')
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Belum tersimpan. Coba lagi.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button variant="ghost" block busy={isBusy} aria-pressed={isSaved} onClick={() => void toggle()}>
      <Bookmark aria-hidden className={`size-4.5 ${isSaved ? 'fill-current' : ''}`} />
      {isSaved ? 'Tersimpan' : 'Simpan jalur'}
    </Button>
  )
}
