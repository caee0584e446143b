import type { Remark } from '#contract/catalog/review-rules.ts'

type Props = {
  remarks: readonly Remark[]
  /** The lesson where they are shown; null: the course, with those of lessons that are gone. */
  place: string | null
  /** Ids of the lessons that the course has; for the place of the course. */
  lessonIds?: ReadonlySet<string>
}

/** The remarks of the last review at one place. */
export const remarksAt = ({ remarks, place, lessonIds = new Set() }: Props): Remark[] =>
  remarks.filter(({ contentId }) =>
    place === null ? contentId === null || !lessonIds.has(contentId) : contentId === place,
  )

/** The remarks of an admin, above what is edited. Nothing where there are none. */
export function Remarks(props: Props) {
  const shown = remarksAt(props)
  if (shown.length === 0) return null
  return (
    <section
      aria-labelledby="catatan-pemeriksaan"
      className="mb-6 rounded-field bg-kunyit-50 px-4 py-3 wrap-anywhere text-kunyit-ink"
    >
      <h2 id="catatan-pemeriksaan" className="font-bold">
        Catatan pemeriksaan
      </h2>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        {shown.map(({ sentence }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- Remarks are only replaced together.
          <li key={index} className="whitespace-pre-line">
            {sentence}
          </li>
        ))}
      </ul>
    </section>
  )
}
