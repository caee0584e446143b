import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { paths, sharingImage } from '#contract/kit/paths.ts'
import { pathsContract } from '#contract/paths/paths.ts'
import { load, publicPage, type Api } from '#web/identity/index.ts'
import { Breadcrumb } from '#web/kit/ui/breadcrumb.tsx'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { StructuredData } from '#web/kit/ui/structured-data.tsx'
import { PlainText } from '#web/kit/ui/plain-text.tsx'
import { describePath } from './describe-path.ts'
import { pathFacts, summaryOf } from './path-facts.ts'
import { PathOffer } from './path-offer.tsx'
import { PathSteps } from './path-steps.tsx'
import { usePathViewer } from './use-path-viewer.ts'

registerContract({ paths: pathsContract })

export const createPathLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(
      api,
      request,
      publicPage('Jalur ini belum bisa ditampilkan. Coba lagi sebentar lagi.'),
      async () => (await api.anonymous.paths.showPath({ slug: params['slug'] ?? '' })).data,
    )

/** Where a beginner starts and what comes next; what of it one owns and finished already, and what the rest costs. */
export function PathPage() {
  const path = useLoaderData<ReturnType<typeof createPathLoader>>()
  const { viewer, hasFailed, isKnown, reload, change } = usePathViewer(path._id)
  const { title, tagline, description, slug, isOrdered } = path
  return (
    <div className="wrap py-8 pb-16">
      <PageHead
        title={`Jalur ${title}`}
        description={summaryOf(path)}
        canonicalPath={paths.learningPath({ slug })}
        image={{ path: sharingImage('jalur', slug, path.updatedAt), alt: `Jalur ${title}` }}
        type="product"
      />
      <StructuredData nodes={(origin) => describePath(origin, path)} />
      <Breadcrumb crumbs={[{ name: 'Jalur belajar', path: paths.learningPaths() }, { name: title }]} />
      {/* By its own width: with large text the price stands below, and not in what is left of a line. */}
      <div className="@container">
        <div className="mt-2 grid items-start gap-8 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="min-w-0">
            <h1 className="text-h1 font-extrabold">{title}</h1>
            {tagline && <p className="mt-2 text-lg text-ink-2">{tagline}</p>}
            <ul className="mt-4 flex flex-wrap gap-2 text-sm font-semibold">
              {pathFacts(path).map((fact) => (
                <li key={fact} className="rounded-chip bg-sunken px-3 py-1.5">
                  {fact}
                </li>
              ))}
            </ul>
            {description && <PlainText text={description} className="mt-5" />}
            <h2 className="mt-8 text-xl font-bold">Langkah demi langkah</h2>
            <p className="mt-1 text-ink-2">
              {isOrdered
                ? 'Disusun dari yang paling dasar. Kelas berikutnya memakai yang sebelumnya, tapi tidak ada yang dikunci.'
                : 'Urutannya saran saja. Mulailah dari yang paling kamu perlukan.'}
            </p>
            <PathSteps path={path} viewer={viewer} />
          </div>
          <section
            id="harga"
            aria-labelledby="harga-judul"
            className="rounded-dialog border border-line bg-surface p-4 shadow-card md:p-6 @4xl:sticky @4xl:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
          >
            <h2 id="harga-judul" className="text-lg font-extrabold">
              Seluruh jalur
            </h2>
            {hasFailed ? (
              <LoadFailure onRetry={reload}>
                Kami belum bisa memeriksa kelas mana yang sudah kamu punya, jadi harganya belum pasti.
              </LoadFailure>
            ) : (
              <PathOffer path={path} viewer={viewer} isKnown={isKnown} onSaved={(isSaved) => change({ isSaved })} />
            )}
          </section>
        </div>
      </div>
    </div>
  )
}
