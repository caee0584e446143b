import Check from 'lucide-react/icons/check'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { bundlesContract, type Bundle } from '#contract/commerce/bundles.ts'
import { registerContract } from '#contract/client.ts'
import { itemKindLabels } from '#contract/commerce/labels.ts'
import { paths, sharingImage } from '#contract/kit/paths.ts'
import { WishHeart } from '#web/catalog/wish-heart.tsx'
import { BuyItem } from '#web/commerce/checkout/buy-item.tsx'
import type { BuyableItem } from '#web/commerce/checkout/use-checkout.ts'
import { BuyForOthers } from '#web/commerce/teams/buy-for-others.tsx'
import { itemPath } from './item-paths.ts'
import { AddToCart } from '#web/commerce/kept/add-to-cart.tsx'
import { load, publicPage, useApi, useSession, type Api } from '#web/identity/index.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Breadcrumb } from '#web/kit/ui/breadcrumb.tsx'
import { useRemote, type Remote } from '#web/kit/ui/behaviour/use-remote.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { PlainText } from '#web/kit/ui/plain-text.tsx'
import { BundlePrice, bundleOffer } from './bundle-price.tsx'

registerContract({ bundles: bundlesContract })

export const createBundleLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, publicPage('Paket ini belum bisa ditampilkan. Coba lagi sebentar lagi.'), async () => {
      return (await api.anonymous.bundles.showBundle({ id: params['slug'] ?? '' })).data
    })

/** What is in a bundle, what one owns of it already, and what it saves. */
export function BundlePage() {
  const bundle = useLoaderData<ReturnType<typeof createBundleLoader>>()
  const remote = useBundleViewer(bundle._id)
  const viewer = remote.data ?? null
  const { title, description, items } = bundle
  return (
    <div className="wrap py-8 pb-16">
      <PageHead
        title={`Paket ${title}`}
        description={description.slice(0, 160)}
        canonicalPath={paths.bundle({ slug: bundle.slug })}
        image={{ path: sharingImage('paket', bundle.slug, bundle.updatedAt), alt: `Paket ${title}` }}
        type="product"
      />
      <Breadcrumb crumbs={[{ name: 'Paket', path: paths.bundles() }, { name: title }]} />
      <div className="mt-2 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <div className="flex items-start gap-2">
            <h1 className="flex-1 text-h1 font-extrabold">{title}</h1>
            <WishHeart offer={bundleOffer(bundle)} />
          </div>
          {description && <PlainText text={description} className="mt-3 text-lg" />}
          <h2 className="mt-8 text-xl font-bold">Isi paket</h2>
          <ul className="mt-3 grid gap-3">
            {items.map((item) => (
              <li
                key={item._id}
                className="flex flex-wrap items-center gap-4 rounded-card border border-line bg-surface p-3"
              >
                <img
                  src={item.thumbnail}
                  alt=""
                  width={128}
                  height={72}
                  loading="lazy"
                  className="aspect-video w-32 max-w-full rounded-field bg-sunken object-cover"
                />
                <div className="min-w-[min(10rem,100%)] flex-1">
                  <p className="text-xs font-semibold text-nila">{itemKindLabels[item.kind]}</p>
                  <Link to={itemPath(item)} className="font-bold hover:underline">
                    {item.title}
                  </Link>
                  {viewer?.ownedIds.includes(item._id) && (
                    <p className="mt-1">
                      <Badge tone="info">Sudah kamu miliki</Badge>
                    </p>
                  )}
                </div>
                <span className="font-semibold">{item.price === 0 ? 'GRATIS' : <Amount idr={item.price} />}</span>
              </li>
            ))}
          </ul>
        </div>
        <section
          id="harga"
          aria-labelledby="harga-judul"
          className="rounded-dialog border border-line bg-surface p-4 shadow-card md:p-6 lg:sticky lg:top-20"
        >
          <h2 id="harga-judul" className="text-lg font-extrabold">
            {items.length} isi, satu harga
          </h2>
          {remote.status === 'failed' ? (
            <LoadFailure onRetry={remote.reload}>
              Kami belum bisa memeriksa isi mana yang sudah kamu punya, jadi harganya belum pasti.
            </LoadFailure>
          ) : (
            <Offer bundle={bundle} viewer={viewer} isKnown={remote.status === 'loaded'} />
          )}
        </section>
      </div>
    </div>
  )
}

type Viewer = Bundle['viewer']

function Offer({ bundle, viewer, isKnown }: { bundle: Bundle; viewer: Viewer; isKnown: boolean }) {
  const { items, listPrice, price } = bundle
  const owned = viewer?.ownedIds.length ?? 0
  const ownsAll = owned === items.length
  const missing = items.filter(({ _id }) => !viewer?.ownedIds.includes(_id))
  const separately = owned > 0 ? missing.reduce((sum, item) => sum + item.price, 0) : listPrice
  const toPay = owned > 0 && viewer ? viewer.price : price
  const item: BuyableItem = {
    kind: 'bundle',
    id: bundle._id,
    title: bundle.title,
    price: toPay,
    discount: 0,
    ownerPath: paths.myCourses(),
    anchor: 'harga',
  }
  return (
    <div className="mt-3 grid gap-4">
      {ownsAll ? (
        <>
          <p className="text-ink-2">Semua isi paket ini sudah jadi milikmu.</p>
          <ButtonLink size="lg" block to={paths.myCourses()}>
            Ke Kelas Saya
          </ButtonLink>
        </>
      ) : (
        <>
          <div>
            <BundlePrice listPrice={separately} price={toPay} large />
            {separately > toPay && (
              <p className="mt-1 text-sm font-semibold text-daun">
                Hemat <Amount idr={separately - toPay} />
              </p>
            )}
            {owned > 0 && (
              <p className="mt-1 text-sm text-ink-2">{owned} sudah kamu miliki, jadi kamu hanya membayar sisanya.</p>
            )}
          </div>
        </>
      )}
      {/* Also for who has it all, and in one place: what is typed outlasts a sign-in. */}
      <BuyForOthers key={bundle._id} item={{ ...item, price }}>
        {/* What one owns lowers the price, so nothing is sold before that is known. */}
        {ownsAll ? null : isKnown ? (
          <>
            <BuyItem key={`${bundle._id} ${toPay}`} item={item} />
            <AddToCart offer={bundleOffer(bundle)} />
          </>
        ) : (
          <div role="status">
            <span className="sr-only">Memuat harga untukmu…</span>
            <Skeleton className="h-13 w-full" />
          </div>
        )}
      </BuyForOthers>
      {!ownsAll && (
        <ul className="grid gap-2 border-t border-line pt-4 text-sm text-ink-2">
          {['Sekali bayar, satu invoice', 'Akses selamanya untuk semua isinya'].map((text) => (
            <li key={text} className="flex gap-2">
              <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-daun" />
              {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What the signed-in user owns of it. Loaded in the browser, because the page is the same for everyone. */
function useBundleViewer(id: string): Remote<Viewer> {
  const { authenticated } = useApi()
  const session = useSession()
  const key = session.status === 'signed-in' ? `${session.session.user._id} ${id}` : null
  const remote = useRemote(
    key,
    async (signal) => (await authenticated.bundles.showBundle({ id }, { signal })).data.viewer,
  )
  return key === null ? { ...remote, status: 'loaded', data: null } : remote
}
