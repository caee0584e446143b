import { Check } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Cohort } from '#contract/groups/cohorts.ts'
import type { CourseOverview } from '#contract/learning/learning.ts'
import { isFree, priceAfterDiscount } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { pricingId } from '#web/catalog/course/join-bar.tsx'
import { describeLessonTypes } from '#web/catalog/lesson-type-labels.ts'
import { Price } from '#web/catalog/price.tsx'
import { studyVerb } from '#web/learning/study-verb.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { courseOffer } from '#web/catalog/wish-heart.tsx'
import { BuyItem } from './checkout/buy-item.tsx'
import type { BuyableItem } from './checkout/use-checkout.ts'
import { useFreeEnrollment } from './checkout/use-free-enrollment.ts'
import { EndOfSale } from './end-of-sale.tsx'
import { BuyForOthers } from './teams/buy-for-others.tsx'
import { AddToCart } from './kept/add-to-cart.tsx'

/** True when the viewer owns or teaches the course; `failed` when that could not be loaded. */
export type Ownership = 'unknown' | 'failed' | 'not-owned' | 'owned' | 'teaching'

// Most courses have no cohorts, and their pages load no code for them.
const CohortChoice = lazy(() => import('#web/groups/cohort-choice.tsx'))
const OwnCohort = lazy(() => import('#web/groups/own-cohort.tsx'))

type Props = { course: CourseOverview }

/** The pricing block of the course page: 'Plus' to buy, 'Basic' when free; owners get a link to the player. Nothing empty is sold. */
export function CourseOffer({
  course,
  ownership,
  isPublic = true,
  onRetry,
  percent = 0,
  onAmount,
  bundles,
}: Props & {
  ownership: Ownership
  isPublic?: boolean
  /** Asks again whose it is. */ onRetry?: () => void
  /** An owner's progress. */ percent?: number
  onAmount?: (amountIdr: number) => void
  /** The bundles with this course. */ bundles?: ReactNode
}) {
  const free = isFree(course)
  const savingIdr = course.price - priceAfterDiscount(course)
  const isOwned = ownership === 'owned'
  const hasCohorts = course.enrolment === 'cohorts'
  const [cohort, setCohort] = useState<Cohort | null>(null)
  const cohortId = cohort?._id ?? null
  const canStart = !hasCohorts || cohort !== null
  const isForSale = isPublic && !free && course.lessonCount > 0
  const isBuyer = ownership === 'not-owned' || ownership === 'unknown'
  return (
    <section
      aria-labelledby="harga-judul"
      className={`rounded-dialog border border-line bg-surface p-4 md:p-6 shadow-card ${isOwned ? 'offer-owned' : ''}`}
    >
      <h2 id="harga-judul" tabIndex={-1} className="text-lg font-extrabold">
        {free ? 'Basic' : 'Plus'}
      </h2>
      <p className="mt-1 text-sm text-ink-3">
        {isOwned
          ? 'Kelas ini sudah jadi milikmu.'
          : free
            ? course.lessonCount === 0 || hasCohorts
              ? 'Kelas gratis.'
              : 'Kelas gratis, langsung mulai.'
            : 'Sekali bayar, akses selamanya'}
      </p>
      {!isOwned && (
        <div className="mt-4">
          <Price price={course.price} discount={course.discount} sale={course.sale} size="lg" />
          {!free && savingIdr > 0 && (
            <p className="mt-1 text-sm font-semibold text-daun">
              Hemat <Amount idr={savingIdr} />
            </p>
          )}
          {course.sale && <EndOfSale endsAt={course.sale.endsAt} />}
        </div>
      )}
      <div className="mt-5 grid gap-3">
        {hasCohorts && isOwned && (
          <Suspense fallback={null}>
            <OwnCohort courseId={course._id} />
          </Suspense>
        )}
        {hasCohorts && ownership === 'not-owned' && course.lessonCount > 0 && (
          <Suspense fallback={null}>
            <CohortChoice courseId={course._id} cohortId={cohortId} onChoose={setCohort} />
          </Suspense>
        )}
        {isOwned ? (
          <Owned courseId={course._id} percent={percent} />
        ) : ownership === 'failed' ? (
          <LoadFailure onRetry={() => onRetry?.()}>
            Kami belum bisa memeriksa apakah kelas ini sudah jadi milikmu.
          </LoadFailure>
        ) : ownership === 'teaching' ? (
          <Teaching courseId={course._id} />
        ) : course.lessonCount === 0 ? (
          <ComingSoon free={free} />
        ) : canStart && free ? (
          <Start course={course} cohortId={cohortId} />
        ) : null}
        {/* Also for who has it, and in one place: what is typed outlasts a sign-in. */}
        {isForSale && (
          <BuyForOthers item={buyable(course)}>
            {isBuyer && canStart && (
              <>
                <BuyItem item={{ ...buyable(course), ...(cohortId && { cohortId }) }} {...(onAmount && { onAmount })} />
                <AddToCart offer={{ ...courseOffer(course), ...(cohort && { cohort }) }} />
              </>
            )}
          </BuyForOthers>
        )}
      </div>
      {bundles}
      <Inclusions course={course} />
    </section>
  )
}

const buyable = ({ _id, title, price, discount, sale }: CourseOverview): BuyableItem => ({
  kind: 'course',
  id: _id,
  title,
  price,
  discount,
  sale,
  ownerPath: paths.player({ courseId: _id }),
  anchor: pricingId,
})

function Owned({ courseId, percent }: { courseId: string; percent: number }) {
  return (
    <div className="grid gap-4">
      {percent > 0 && (
        <div className="text-sm font-semibold tabular-nums">
          <p className="mb-1.5">{percent}% selesai</p>
          <ProgressBar percent={percent} label="Progres kelasmu" />
        </div>
      )}
      <ButtonLink to={paths.player({ courseId })} size="lg" block>
        {studyVerb(percent)}
      </ButtonLink>
    </div>
  )
}

function Teaching({ courseId }: { courseId: string }) {
  return (
    <div className="grid gap-2">
      <ButtonLink to={paths.adminCourse({ courseId })} size="lg" block variant="outline">
        Kelola kelas
      </ButtonLink>
      <p className="text-center text-sm text-ink-3">Ini kelasmu sendiri.</p>
    </div>
  )
}

const ComingSoon = ({ free }: { free: boolean }) => (
  <p className="rounded-field bg-info-50 px-4 py-3 text-sm text-info">
    <strong className="block text-base">Segera hadir</strong>
    Kelas ini bisa {free ? 'diikuti' : 'dibeli'} begitu materi pertamanya siap.
  </p>
)

function Start({ course, cohortId }: Props & { cohortId: string | null }) {
  const { start, isStarting, failure } = useFreeEnrollment({ courseId: course._id, title: course.title, cohortId })
  return (
    <div className="grid gap-3">
      <Button size="lg" block busy={isStarting} onClick={() => void start()}>
        Mulai Belajar
      </Button>
      {failure && <FormError>{failure}</FormError>}
    </div>
  )
}

function Inclusions({ course }: Props) {
  const items = [
    course.lessonCount > 0
      ? `${course.lessonCount} materi ${describeLessonTypes(course.details)}`
      : 'Materi sedang disiapkan',
    'Akses selamanya, di ponsel dan laptop',
    'Progres tersimpan otomatis',
    'Sertifikat setelah semua materi selesai',
  ]
  return (
    <ul className="mt-6 grid gap-2 border-t border-line pt-6 text-sm text-ink-2">
      {items.map((item) => (
        <li key={item} className="flex gap-2">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-daun" />
          {item}
        </li>
      ))}
    </ul>
  )
}
