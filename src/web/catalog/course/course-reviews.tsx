import Star from 'lucide-react/icons/star'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { formatDate } from '#contract/kit/days.ts'
import type { CourseOverview, Review } from '#contract/learning/learning.ts'
import { formatCount } from '#contract/kit/money.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { PlainText } from '#web/kit/ui/plain-text.tsx'
import { formatRating } from '#web/catalog/numbers.ts'
import { Stars } from '#web/catalog/stars.tsx'

type Props = {
  course: CourseOverview
  /** The review form, when the user may write a review. */
  own?: ReactNode
  /** The user's actions on a review; without them, its votes are text. */
  actionsFor?: ((review: Review) => ReactNode) | undefined
}

const MoreReviews = lazy(() => import('./more-reviews.tsx'))

/** The average rating, its distribution, and the reviews. */
export function CourseReviews({ course, own, actionsFor }: Props) {
  const [showsMore, setShowsMore] = useState(false)
  const present = (review: Review) => <ReviewText review={review} actions={actionsFor?.(review)} />
  return (
    <section id="ulasan" aria-labelledby="ulasan-judul">
      <h2 id="ulasan-judul" className="mb-5 text-2xl">
        Ulasan siswa
      </h2>
      {own}
      {course.ratingCount === 0 ? (
        <p className="rounded-card border border-dashed border-border px-5 py-8 text-center text-ink-2">
          {own ? 'Belum ada ulasan. Jadilah yang pertama.' : 'Belum ada ulasan.'}
        </p>
      ) : (
        <>
          <Summary course={course} />
          <ul className="mt-8 grid gap-x-10 gap-y-7 md:grid-cols-2">
            {course.reviews.map((review) => (
              <li key={review._id}>{present(review)}</li>
            ))}
          </ul>
          {course.ratingCount > course.reviews.length &&
            (showsMore ? (
              <Suspense fallback={<p role="status">Memuat ulasan…</p>}>
                <MoreReviews courseId={course._id} shown={course.reviews} total={course.ratingCount}>
                  {present}
                </MoreReviews>
              </Suspense>
            ) : (
              <Button variant="outline" className="mt-7" onClick={() => setShowsMore(true)}>
                Muat lebih banyak
              </Button>
            ))}
        </>
      )}
    </section>
  )
}

function Summary({ course }: { course: CourseOverview }) {
  const rows = course.ratingDistribution.map((count, index) => ({ stars: index + 1, count })).toReversed()
  return (
    <div className="flex flex-col gap-6 rounded-card bg-sunken p-5 md:flex-row md:items-center md:gap-10 md:p-7">
      <div className="flex shrink-0 flex-wrap items-center gap-4 md:flex-col md:gap-1 md:text-center">
        <p className="text-display font-extrabold whitespace-nowrap tabular-nums">
          {formatRating(course.rating)}
          <span className="sr-only"> dari 5</span>
        </p>
        <div>
          <Stars value={course.rating} />
          <p className="text-sm text-ink-3">{formatCount(course.ratingCount)} ulasan</p>
        </div>
      </div>
      <ul className="grid flex-1 gap-1.5">
        {rows.map(({ stars, count }) => (
          <li key={stars} className="flex items-center gap-3 text-sm tabular-nums">
            <span className="flex w-9 shrink-0 items-center gap-1 font-semibold">
              {stars}
              <Star aria-hidden="true" className="size-3.5 fill-current text-star" />
              <span className="sr-only">bintang:</span>
            </span>
            <svg
              aria-hidden="true"
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-line text-kunyit"
            >
              <rect width={(count / course.ratingCount) * 100} height="8" fill="currentColor" />
            </svg>
            <span className="w-8 shrink-0 text-right text-ink-3">
              {formatCount(count)}
              <span className="sr-only"> ulasan</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function ReviewText({ review, actions }: { review: Review; actions: ReactNode }) {
  return (
    <article>
      <div className="flex items-center gap-3">
        <Avatar name={review.name} size={44} />
        <div className="leading-tight">
          <p className="font-bold wrap-anywhere">{review.name}</p>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
            <Stars value={review.rating} className="[&_svg]:size-3.5" />
            <span className="sr-only">{review.rating} dari 5,</span>
            <time dateTime={review.createdAt}>{formatDate(review.createdAt)}</time>
          </p>
        </div>
      </div>
      <PlainText text={review.text} className="mt-3" />
      {review.reply && (
        <div className="mt-3 border-l-2 border-line pl-4">
          <p className="text-sm font-semibold">
            Jawaban instruktur{' '}
            <time dateTime={review.reply.createdAt} className="font-normal text-ink-3">
              {formatDate(review.reply.createdAt)}
            </time>
          </p>
          <PlainText text={review.reply.text} className="mt-1" />
        </div>
      )}
      {actions ??
        (review.helpful > 0 && <p className="mt-2 text-sm text-ink-3">{formatCount(review.helpful)} orang terbantu</p>)}
    </article>
  )
}
