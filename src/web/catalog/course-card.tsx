import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CourseCard as Course } from '#contract/catalog/catalog.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { imageSizes } from '#contract/kit/media/image-sizes.ts'
import { formatCount, priceAfterDiscount } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { Amount } from './amount.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { LevelBars } from './level-bars.tsx'
import { Price, PromoPrice } from './price.tsx'
import { Rating } from './rating.tsx'
import { courseOffer, WishHeart } from './wish-heart.tsx'

type Props = {
  course: Course
  /** Visible without scrolling: the cover is not loaded lazily. */
  eager?: boolean
  showSaving?: boolean
  /** Replaces the price, for a course that one owns or that has none yet. */
  price?: ReactNode
}

/** A course in a list. One link covers the whole card; the heart lies above it. */
export function CourseCard({ course, eager = false, showSaving = false, price }: Props) {
  const savingIdr = course.price - priceAfterDiscount(course)
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card soft lift focus-within:border-nila">
      <div className="aspect-video overflow-hidden bg-sunken">
        <img
          src={course.thumbnail}
          srcSet={imageSizes(course.thumbnail)}
          sizes="(min-width: 1024px) 320px, (min-width: 640px) 46vw, 92vw"
          alt=""
          width={640}
          height={360}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className="cover-art size-full zoom object-cover"
        />
        {!price && <WishHeart offer={courseOffer(course)} onCover />}
      </div>
      <div className="flex flex-1 flex-col px-4 pt-3.5 pb-4">
        <div className="flex items-center justify-between gap-3 text-xs font-semibold">
          <span className="truncate text-nila">{course.category.name}</span>
          <LevelBars level={course.levels} className="text-ink-3" />
        </div>
        <h3 className="mt-1.5 line-clamp-2 text-h3">
          <Link
            to={paths.courseDetail({ courseId: course._id })}
            className="outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
          >
            {course.title}
          </Link>
        </h3>
        <p className="mt-1 truncate text-sm text-ink-3">
          <InstructorName instructor={course.instructor} />
        </p>
        <div className="mt-auto flex flex-wrap items-center gap-x-2 pt-3 text-sm">
          <Rating rating={course.rating} count={course.ratingCount} />
          {course.students > 0 && (
            <span className="text-ink-3">
              <span aria-hidden="true">· </span>
              {`${formatCount(course.students)} siswa`}
            </span>
          )}
        </div>
        <div className="mt-3 min-h-7 border-t border-line pt-3">
          {price ?? <Price price={course.price} discount={course.discount} sale={course.sale} />}
          {!price && course.promo && <PromoPrice {...course.promo} />}
          {!price && course.sale && (
            <p className="mt-0.5 text-xs text-ink-3">
              sampai <time dateTime={course.sale.endsAt}>{formatShortDateTime(course.sale.endsAt)} WIB</time>
            </p>
          )}
          {showSaving && !price && savingIdr > 0 && (
            <p className="mt-0.5 text-sm font-semibold text-daun">
              Hemat <Amount idr={savingIdr} />
            </p>
          )}
        </div>
      </div>
    </article>
  )
}

/** Above the link of the card. */
const InstructorName = ({ instructor: { name, slug } }: Pick<Course, 'instructor'>) =>
  slug ? (
    <Link to={paths.instructor({ slug })} className="hit-44 relative z-1 rounded-chip hover:underline">
      {name}
    </Link>
  ) : (
    name
  )

/** The loading state of the card, in the same dimensions. */
export function CourseCardSkeleton() {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface">
      <Skeleton className="aspect-video rounded-none" />
      <div className="px-4 pt-3.5 pb-4">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="mt-2 h-5 w-11/12" />
        <Skeleton className="mt-1.5 h-5 w-3/5" />
        <Skeleton className="mt-2.5 h-4 w-1/3" />
        <Skeleton className="mt-4 h-4 w-1/2" />
        <Skeleton className="mt-4 h-7 w-2/5" />
      </div>
    </div>
  )
}
