import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { bundlesContract, type Bundle } from '#contract/commerce/bundles.ts'
import { registerContract } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { ListHeading } from '#web/catalog/lists/list-heading.tsx'
import { WishHeart } from '#web/catalog/wish-heart.tsx'
import { load, publicPage, type Api } from '#web/identity/index.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { Pagination } from '#web/kit/ui/lists/pagination.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { bundleOffer } from './bundle-as-offer.ts'
import { SetPrice } from './set-price.tsx'

registerContract({ bundles: bundlesContract })

const perPage = 12

export const createBundlesLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, publicPage('Paket belum bisa ditampilkan. Coba lagi sebentar lagi.'), async () => {
      const page = Math.max(1, Math.trunc(Number(new URL(request.url).searchParams.get('page')) || 1))
      const { data, meta } = await api.anonymous.bundles.listBundles({ page, limit: perPage })
      return { bundles: data, total: meta.total, page }
    })

const hrefFor = (page: number) => (page === 1 ? paths.bundles() : `${paths.bundles()}?page=${page}`)

export function BundlesPage() {
  const { bundles, total, page } = useLoaderData<ReturnType<typeof createBundlesLoader>>()
  return (
    <>
      <PageHead
        title="Paket"
        description="Beberapa kelas dan e-book yang saling melengkapi, dengan satu harga yang lebih hemat."
        canonicalPath={hrefFor(page)}
      />
      <ListHeading title="Paket">
        Beberapa kelas dan e-book yang saling melengkapi, dengan satu harga yang lebih hemat.
      </ListHeading>
      <div className="wrap pb-16 xl:pb-24">
        {bundles.length === 0 ? (
          <EmptyState title="Belum ada paket." text="Sambil menunggu, ada kelas yang bisa dimulai sekarang.">
            <ButtonLink to={paths.catalogue()}>Lihat kelas</ButtonLink>
          </EmptyState>
        ) : (
          <ul className="cards">
            {bundles.map((bundle) => (
              <li key={bundle._id}>
                <BundleCard bundle={bundle} />
              </li>
            ))}
          </ul>
        )}
        <Pagination page={page} pageCount={Math.ceil(total / perPage)} hrefFor={hrefFor} />
      </div>
    </>
  )
}

function BundleCard({ bundle }: { bundle: Bundle }) {
  const covers = bundle.items.slice(0, 4)
  // A line for one more would take the place of its name.
  const named = bundle.items.length > 4 ? bundle.items.slice(0, 3) : bundle.items
  const others = bundle.items.length - named.length
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card soft lift focus-within:border-nila">
      <div className="grid aspect-video grid-cols-2 gap-px overflow-hidden bg-sunken">
        {covers.map(({ _id, thumbnail }, index) => (
          <img
            key={_id}
            src={thumbnail}
            alt=""
            loading="lazy"
            className={`size-full object-cover ${covers.length === 2 || (covers.length === 3 && index === 0) ? 'row-span-2' : ''}`}
          />
        ))}
        <WishHeart offer={bundleOffer(bundle)} onCover />
      </div>
      <div className="flex flex-1 flex-col px-4 pt-3.5 pb-4">
        <h2 className="text-h3">
          <Link
            to={paths.bundle({ slug: bundle.slug })}
            className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
          >
            {bundle.title}
          </Link>
        </h2>
        <ul className="mt-2 grid gap-0.5 text-sm text-ink-2">
          {named.map(({ _id, title }) => (
            <li key={_id} className="truncate">
              {title}
            </li>
          ))}
          {others > 0 && <li className="text-ink-3">dan {others} lainnya</li>}
        </ul>
        <div className="mt-auto pt-3">
          <div className="border-t border-line pt-3">
            <SetPrice listPrice={bundle.listPrice} price={bundle.price} />
            {bundle.saving > 0 && (
              <p className="mt-0.5 text-sm font-semibold text-daun">
                Hemat <Amount idr={bundle.saving} />
              </p>
            )}
          </div>
        </div>
      </div>
    </article>
  )
}
