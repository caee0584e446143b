import { useEffect, useEffectEvent } from 'react'
import type { Cohort } from '#contract/groups/cohorts.ts'
import { ErrorState } from '#web/kit/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { cohortDates, seatsText } from './cohort-text.ts'
import { useCohorts } from './use-cohorts.ts'

type Props = {
  courseId: string
  /** The chosen one. */ cohortId: string | null
  onChoose: (cohort: Cohort | null) => void
}

/** Which cohort of a course one wants to join; the one of an open order, else the first with a seat, is chosen until another one is. */
export default function CohortChoice({ courseId, cohortId, onChoose }: Props) {
  const cohorts = useCohorts(courseId)
  const joinable = cohorts.data?.filter(
    ({ state, cancelledAt }) => !cancelledAt && (state === 'open' || state === 'full'),
  )
  const first = joinable?.find(({ isHeld }) => isHeld) ?? joinable?.find(({ state }) => state === 'open') ?? null
  const chooseFirst = useEffectEvent(() => onChoose(first))
  const firstId = first?._id ?? null
  const isKnown = joinable !== undefined
  useEffect(() => {
    if (isKnown) chooseFirst()
  }, [firstId, isKnown])

  if (cohorts.status === 'failed')
    return (
      <ErrorState
        title="Angkatan belum bisa dimuat"
        text="Sambungkan internet, lalu coba lagi."
        onRetry={cohorts.reload}
      />
    )
  if (!joinable)
    return (
      <div role="status" className="grid gap-2">
        <span className="sr-only">Memuat angkatan…</span>
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    )
  if (joinable.length === 0)
    return (
      <p className="rounded-field bg-info-50 px-4 py-3 text-sm text-info">
        <strong className="block text-base">Belum ada angkatan yang dibuka</strong>
        Kelas ini diikuti per angkatan. Simpan di wishlist, dan lihat lagi nanti.
      </p>
    )
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-bold">Pilih angkatan</legend>
      {joinable.map((cohort) => (
        <CohortOption
          key={cohort._id}
          cohort={cohort}
          isChosen={cohort._id === cohortId}
          onChoose={() => onChoose(cohort)}
        />
      ))}
    </fieldset>
  )
}

function CohortOption({ cohort, isChosen, onChoose }: { cohort: Cohort; isChosen: boolean; onChoose: () => void }) {
  const isFull = cohort.state === 'full'
  return (
    <label
      htmlFor={`angkatan-${cohort._id}`}
      aria-label={`${cohort.name}, ${cohortDates(cohort)}. ${seatsText(cohort)}`}
      className={`flex gap-3 rounded-field border px-3.5 py-3 ${isChosen ? 'border-nila bg-nila-50' : 'border-border'} ${isFull ? 'text-ink-3' : 'cursor-pointer hover:border-ink-2'}`}
    >
      <input
        id={`angkatan-${cohort._id}`}
        type="radio"
        name="angkatan"
        className="mt-1 size-4 shrink-0 accent-nila"
        checked={isChosen}
        disabled={isFull}
        onChange={onChoose}
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-semibold">{cohort.name}</span>
        <span className="block text-sm">{cohortDates(cohort)}</span>
        <span className="block text-sm text-ink-3">{seatsText(cohort)}</span>
      </span>
    </label>
  )
}
