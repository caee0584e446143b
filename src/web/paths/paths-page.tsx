import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { pathsContract, type Path } from '#contract/paths/paths.ts'
import { ListHeading } from '#web/catalog/lists/list-heading.tsx'
import { load, publicPage, type Api } from '#web/identity/index.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { Pagination } from '#web/kit/ui/lists/pagination.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { pathFacts } from './path-facts.ts'
import { SetPrice } from '#web/commerce/set-price.tsx'

const perPage = 12
const lead = 'Beberapa kelas dalam urutan yang tepat: mulai dari mana, lalu apa berikutnya, sampai bisa.'

registerContract({ paths: pathsContract })

export const createPathsLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, publicPage('Jalur belajar belum bisa ditampilkan. Coba lagi sebentar lagi.'), async () => {
      const page = Math.max(1, Math.trunc(Number(new URL(request.url).searchParams.get('page')) || 1))
      const { data, meta } = await api.anonymous.paths.listPaths({ page, limit: perPage })
      return { list: data, total: meta.total, page }
    })

const hrefFor = (page: number) => (page === 1 ? paths.learningPaths() : `${paths.learningPaths()}?page=${page}`)

export function PathsPage() {
  const { list, total, page } = useLoaderData<ReturnType<typeof createPathsLoader>>()
  return (
    <>
      <PageHead title="Jalur belajar" description={lead} canonicalPath={hrefFor(page)} />
      <ListHeading title="Jalur belajar">{lead}</ListHeading>
      <div className="wrap pb-16 xl:pb-24">
        {list.length === 0 ? (
          <EmptyState title="Belum ada jalur belajar." text="Sambil menunggu, ada kelas yang bisa dimulai sekarang.">
            <ButtonLink to={paths.catalogue()}>Lihat kelas</ButtonLink>
          </EmptyState>
        ) : (
          <ul className="grid gap-5 lg:grid-cols-2">
            {list.map((path) => (
              <li key={path._id}>
                <PathCard path={path} />
              </li>
            ))}
          </ul>
        )}
        <Pagination page={page} pageCount={Math.ceil(total / perPage)} hrefFor={hrefFor} />
      </div>
    </>
  )
}

const shownSteps = 4

function PathCard({ path }: { path: Path }) {
  const rest = path.steps.length - shownSteps
  return (
    <article className="group relative flex h-full flex-col rounded-card border border-line bg-surface p-5 shadow-card soft lift focus-within:border-nila md:p-6">
      <h2 className="text-h3">
        <Link
          to={paths.learningPath({ slug: path.slug })}
          className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
        >
          {path.title}
        </Link>
      </h2>
      {path.tagline && <p className="mt-1 text-ink-2">{path.tagline}</p>}
      <p className="mt-2 text-sm text-ink-3">{pathFacts(path).join(' · ')}</p>
      <ol className="mt-4 grid gap-2 text-sm">
        {path.steps.slice(0, shownSteps).map(({ courseId, title }, index) => (
          <li key={courseId} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full bg-nila-50 text-xs font-bold text-nila"
            >
              {index + 1}
            </span>
            <span className="min-w-0 wrap-anywhere">{title}</span>
          </li>
        ))}
        {rest > 0 && <li className="pl-9 text-ink-3">dan {rest} kelas lagi</li>}
      </ol>
      <div className="mt-auto pt-4">
        <div className="border-t border-line pt-3">
          <SetPrice listPrice={path.listPrice} price={path.price} />
        </div>
      </div>
    </article>
  )
}
