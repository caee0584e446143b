import type { ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { CourseCard as CourseCardData } from '#contract/catalog.ts'
import type { CourseOverview, Progress } from '#contract/learning.ts'
import { formatRupiah, isFree, priceAfterDiscount } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { load, type Api, type PageKind } from '#web/identity/index.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { StructuredData } from '#web/ui/structured-data.tsx'
import { CourseAbout } from './course-about.tsx'
import { CourseHead } from './course-head.tsx'
import { CourseCard } from './course-card.tsx'
import { CourseOutline } from './course-outline.tsx'
import { CoursePreview } from './course-preview.tsx'
import { CourseReviews } from './course-reviews.tsx'
import { JoinBar, pricingId } from './join-bar.tsx'
import { describeCourse, imageOfCourse } from './structured-data.ts'

const relatedShown = 3
const notFound = 'Course data not found'

const coursePage: PageKind<null> = {
  guard: () => null,
  errorPage({ status, message }) {
    // A malformed id is shown as not found.
    if (status === 404 || status === 422) return { status: 404, message: notFound }
    return { status: status ?? 500, message: message ?? notFound }
  },
}

export const createCourseLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, coursePage, async () => {
      const { data: course } = await api.open.learning.showOverview({ id: params['courseId'] ?? '' })
      return { course, related: await listRelated(api, course) }
    })

/** Courses of the same category first, then the most popular ones. A failure shows the page without them. */
async function listRelated(api: Api, course: CourseOverview) {
  try {
    const [similar, popular] = await Promise.all([
      course.category.slug ? api.open.catalog.listCourses({ category: course.category.slug, sort: 'popular', limit: relatedShown + 1 }) : { data: [] },
      api.open.catalog.listCourses({ sort: 'popular', limit: relatedShown * 2 + 1 }),
    ])
    const found = new Map([...similar.data, ...popular.data].map((item) => [item._id, item]))
    found.delete(course._id)
    return [...found.values()].slice(0, relatedShown)
  } catch {
    return []
  }
}

/** Search results show about 50 characters, so a long title is shown without the category. */
function titleOf({ title, category }: CourseOverview): string {
  const whole = `${title} · Kelas ${category.name}`
  return category.name && whole.length <= 50 ? whole : title
}

/** The tagline, key facts and the price. */
function summaryOf({ tagline, levels, details, instructor, ...priced }: CourseOverview): string {
  const facts = [`Level ${levels}`, details.length > 0 && `${details.length} materi`, instructor.name && `bersama ${instructor.name}`]
    .filter(Boolean)
    .join(', ')
  const price = isFree(priced) ? 'Gratis, langsung mulai.' : `${formatRupiah(priceAfterDiscount(priced))}, sekali bayar, akses selamanya.`
  return `${[tagline.replace(/[.!?]$/, ''), facts].filter(Boolean).join('. ')}. ${price}`
}

type Props = {
  course: CourseOverview
  related: CourseCardData[]
  /** False for a draft or an archived course: its page is not indexed and not shared. */
  isPublic?: boolean
  /** Shown above the page. */
  notice?: ReactNode
  /** The pricing block. */
  offer: ReactNode
  /** What this viewer pays, in rupiah, where it differs from the public price: with a promo code, or in an open transaction. */
  amountIdr?: number | null
  /** Replaces price and 'Gabung Kelas', in the bottom bar on phones only. */
  bottomBar?: ReactNode
  /** Of an enrolled student. */
  progress?: Progress | null | undefined
  /** The review form of a student. */
  ownReview?: ReactNode
}

export function CoursePage({ course, related, isPublic = true, notice, offer, amountIdr = null, bottomBar, progress, ownReview }: Props) {
  return (
    <>
      <PageHead
        title={titleOf(course)}
        description={summaryOf(course)}
        canonicalPath={paths.courseDetail({ courseId: course._id })}
        image={imageOfCourse(course)}
        type="product"
        noIndex={!isPublic}
      />
      {isPublic && <StructuredData things={(origin, siteName) => describeCourse(origin, siteName, course)} />}
      {notice}
      <article className="course-page">
        <div aria-hidden="true" className="course-band bg-nila-900" />
        <header data-theme="dark" className="course-head text-ink">
          <CourseHead course={course} isPublic={isPublic} />
          {isPublic && (
            <JoinBar course={course} amountIdr={amountIdr}>
              {bottomBar}
            </JoinBar>
          )}
        </header>
        <div className="course-media">
          <CoursePreview course={course} />
        </div>
        <aside id={pricingId} aria-label="Harga" className="course-offer">
          <div className="xl:sticky xl:top-22">{offer}</div>
        </aside>
        <div className="course-body">
          <CourseAbout course={course} outline={<CourseOutline course={course} progress={progress} />} />
          <CourseReviews course={course} own={ownReview} />
        </div>
      </article>
      {related.length > 0 && (
        <section aria-labelledby="kelas-terkait" className="border-t border-line bg-sunken">
          <div className="wrap section">
            <h2 id="kelas-terkait" className="mb-6 text-h2">
              Kelas lain yang mungkin cocok
            </h2>
            <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
              {related.map((item) => (
                <li key={item._id} className="md:max-lg:nth-3:hidden">
                  <CourseCard course={item} />
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
    </>
  )
}
