import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { bundlesContract, type Bundle } from '#contract/commerce/bundles.ts'
import { registerContract } from '#contract/client.ts'
import { itemKindLabels } from '#contract/commerce/labels.ts'
import { paths, sharingImage } from '#contract/kit/paths.ts'
import { WishHeart } from '#web/catalog/wish-heart.tsx'
import { itemPath } from './item-paths.ts'
import { load, publicPage, useApi, useSession, type Api } from '#web/identity/index.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Breadcrumb } from '#web/kit/ui/breadcrumb.tsx'
import { useRemote, type Remote } from '#web/kit/ui/behaviour/use-remote.ts'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { PlainText } from '#web/kit/ui/plain-text.tsx'
import { bundleOffer } from './bundle-as-offer.ts'
import { Assurances, SetOffer } from './set-offer.tsx'

registerContract({ bundles: bundlesContract })

export const createBundleLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, publicPage('Paket ini belum bisa ditampilkan. Coba lagi sebentar lagi.'), async () => {
      return (await api.anonymous.bundles.showBundle({ id: params['slug'] ?? '' })).data
    })

/** The items of a bundle, those that one owns already, and the saving. */
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
          className="rounded-dialog border border-line bg-surface p-4 shadow-card md:p-6 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
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
  const { _id: id, title, items, price } = bundle
  return (
    <SetOffer
      item={{ kind: 'bundle', id, title, price, discount: 0, ownerPath: paths.myCourses(), anchor: 'harga' }}
      offer={bundleOffer(bundle)}
      parts={items.map((item) => ({ id: item._id, price: item.price }))}
      viewer={viewer}
      isKnown={isKnown}
      ownsAll={{ text: 'Semua isi paket ini sudah jadi milikmu.', link: 'Ke Kelas Saya' }}
    >
      {viewer?.ownedIds.length !== items.length && (
        <Assurances texts={['Sekali bayar, satu invoice', 'Akses selamanya untuk semua isinya']} />
      )}
    </SetOffer>
  )
}

/** Loads what the signed-in user owns of it in the browser, because the page is the same for everyone. */
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
