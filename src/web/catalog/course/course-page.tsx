import type { ComponentProps, ReactNode } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import type { CourseCard as CourseCardData } from '#contract/catalog/catalog.ts'
import type { CourseOverview, Progress } from '#contract/learning/learning.ts'
import { formatRupiah, isFree, priceAfterDiscount } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { load, type Api, type PageKind } from '#web/identity/index.ts'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { StructuredData } from '#web/kit/ui/structured-data.tsx'
import { CourseAbout } from './course-about.tsx'
import { CourseHead } from './course-head.tsx'
import { CourseOutline } from './course-outline.tsx'
import { CoursePreview } from './course-preview.tsx'
import { CourseReviews } from './course-reviews.tsx'
import { JoinBar, pricingId } from './join-bar.tsx'
import { listRelated } from './list-related.ts'
import { RelatedCourses } from './related-courses.tsx'
import { describeCourse, imageOfCourse } from '#web/catalog/structured-data.ts'

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
      const { data: course } = await api.anonymous.learning.showOverview({ id: params['courseId'] ?? '' })
      return { course, related: await listRelated(api, course) }
    })

/** Search results show about 50 characters, so a long title is shown without the category. */
function titleOf({ title, category }: CourseOverview): string {
  const whole = `${title} · Kelas ${category.name}`
  return category.name && whole.length <= 50 ? whole : title
}

/** The tagline, key facts and the price. */
function summaryOf({ tagline, levels, details, instructor, ...priced }: CourseOverview): string {
  const facts = [
    `Level ${levels}`,
    details.length > 0 && `${details.length} materi`,
    instructor.name && `bersama ${instructor.name}`,
  ]
    .filter(Boolean)
    .join(', ')
  const price = isFree(priced)
    ? 'Gratis, langsung mulai.'
    : `${formatRupiah(priceAfterDiscount(priced))}, sekali bayar, akses selamanya.`
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
  /** The viewer's price, in rupiah, where it differs from the public one: with a promo code, or in an open transaction. */
  amountIdr?: number | null
  /** Replaces price and 'Gabung Kelas', in the bottom bar on phones only. */
  bottomBar?: ReactNode
  /** Enrolled students only. */
  progress?: Progress | null | undefined
  /** Questions and answers, for those enrolled. */
  questions?: ReactNode
  /** The review form of a student. */
  ownReview?: ReactNode
  /** Actions on a review, for users who are signed in. */
  reviewActions?: ComponentProps<typeof CourseReviews>['actionsFor']
}

export function CoursePage({
  course,
  related,
  isPublic = true,
  notice,
  offer,
  amountIdr = null,
  bottomBar,
  progress,
  questions,
  ownReview,
  reviewActions,
}: Props) {
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
      {isPublic && <StructuredData nodes={(origin, siteName) => describeCourse(origin, siteName, course)} />}
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
          <CoursePreview course={course} isOwned={Boolean(progress)} />
        </div>
        <aside id={pricingId} aria-label="Harga" className="course-offer">
          <div>{offer}</div>
        </aside>
        <div className="course-body">
          <CourseAbout course={course} outline={<CourseOutline course={course} progress={progress} />} />
          <CourseReviews course={course} own={ownReview} actionsFor={reviewActions} />
          {/* Last, because it grows when it is loaded, and what is above it must not move. */}
          {questions}
        </div>
      </article>
      <RelatedCourses courses={related} />
    </>
  )
}
