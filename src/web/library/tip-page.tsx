import type { ComponentType, ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { CourseCard as Course } from '#contract/catalog/catalog.ts'
import type { Tip } from '#contract/library/library.ts'
import { paths, sharingImage } from '#contract/kit/paths.ts'
import { CourseCard } from '#web/catalog/course-card.tsx'
import { load, type Api } from '#web/identity/index.ts'
import { listHref } from './list-pages.ts'
import { TipCard } from './tip-card.tsx'
import { tipPage } from './page-kinds.ts'
import { Breadcrumb } from '#web/kit/ui/breadcrumb.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'
import { ShareLinks } from '#web/kit/ui/sharing/share-links.tsx'
import { StructuredData } from '#web/kit/ui/structured-data.tsx'
import { describeTip } from './tip-data.ts'
import { TipFacts } from './tip-facts.tsx'

const coursesShown = 3

export const createTipLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, tipPage, async () => {
      const { data: tip } = await api.anonymous.library.showTip({ slug: params['slug'] ?? '' })
      return { tip, courses: await listRelatedCourses(api, tip) }
    })

/** Courses that match the tags of the tip. Optional: on failure the list is empty. */
async function listRelatedCourses(api: Api, { tags }: Tip): Promise<Course[]> {
  try {
    const lists = await Promise.all(
      tags.slice(0, 2).map((tag) => api.anonymous.catalog.listCourses({ q: tag, limit: coursesShown })),
    )
    const found = new Map(lists.flatMap(({ data }) => data).map((course) => [course._id, course]))
    return [...found.values()].slice(0, coursesShown)
  } catch {
    return []
  }
}

/** `Actions` are below the title. */
export function TipPage({ Actions }: { Actions: ComponentType<{ tip: Tip }> }) {
  const { tip, courses } = useLoaderData<ReturnType<typeof createTipLoader>>()
  const path = paths.tip({ slug: tip.slug })
  return (
    <>
      <PageHead
        title={tip.title}
        description={tip.summary}
        canonicalPath={path}
        type="article"
        image={{ path: sharingImage('tips', tip.slug, tip.updatedAt), alt: tip.title }}
      />
      <StructuredData nodes={(origin, siteName) => describeTip(origin, siteName, tip)} />
      <TipArticle tip={tip} actions={<Actions tip={tip} />}>
        <div>
          <h2 className="mb-2 text-sm font-bold">Bagikan</h2>
          <ShareLinks title={tip.title} path={path} />
        </div>
      </TipArticle>
      <Related title="Tips lain">
        {tip.related.map((related) => (
          <li key={related._id}>
            <TipCard tip={related} />
          </li>
        ))}
      </Related>
      <Related title="Kelas yang berkaitan">
        {courses.map((course) => (
          <li key={course._id}>
            <CourseCard course={course} />
          </li>
        ))}
      </Related>
    </>
  )
}

type TipArticleProps = { tip: Omit<Tip, 'related'>; actions?: ReactNode; /** Below the tags. */ children?: ReactNode }

export const TipArticle = ({ tip, actions, children }: TipArticleProps) => (
  <article className="wrap max-w-200! pt-6 pb-12 md:pt-10">
    <Breadcrumb crumbs={[{ name: 'Tips', path: paths.tips() }, { name: tip.title }]} />
    <header>
      <h1 className="mt-1 text-h1 font-extrabold text-balance">{tip.title}</h1>
      <p className="mt-3 text-lg text-ink-2">{tip.summary}</p>
      <TipFacts tip={tip} by="Oleh " className="mt-3" />
      {actions}
    </header>
    <div className="mt-8">
      {/* A generated cover only repeats the title; an uploaded picture is shown. */}
      {tip.thumbnailUrl.startsWith('/uploads/') && (
        <img
          src={tip.thumbnailUrl}
          alt=""
          width={1280}
          height={720}
          decoding="async"
          className="mb-8 aspect-video w-full rounded-card bg-sunken object-cover"
        />
      )}
      <Prose html={tip.text} />
    </div>
    <footer className="mt-10 grid gap-6 border-t border-line pt-6">
      <ul aria-label="Topik" className="flex flex-wrap gap-2">
        {tip.tags.map((tag) => (
          <li key={tag}>
            <Link
              to={listHref(paths.tips(), { tag })}
              className="hit-44 relative inline-flex h-9 items-center rounded-full border border-border px-3.5 text-sm font-semibold text-ink-2 hover:border-ink hover:text-ink"
            >
              #{tag}
            </Link>
          </li>
        ))}
      </ul>
      {children}
    </footer>
  </article>
)

function Related({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section className="wrap pb-12">
      <h2 className="text-h2 font-extrabold">{title}</h2>
      <ul className="mt-5 cards">{children}</ul>
    </section>
  )
}
