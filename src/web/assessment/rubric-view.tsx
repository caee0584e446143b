import type { AssignmentTerms } from '#contract/assessment/submissions.ts'

/** The criteria with their levels, for students. */
function RubricView({ criteria }: Pick<AssignmentTerms, 'criteria'>) {
  if (criteria.length === 0) return null
  return (
    <ul className="grid gap-3">
      {criteria.map(({ _id, title, levels }) => (
        <li key={_id} className="rounded-card border border-line bg-surface p-3.5">
          <p className="font-bold wrap-anywhere">{title}</p>
          <ul className="mt-2 grid gap-2 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
            {levels.map((level) => (
              <li key={level._id} className="rounded-field bg-sunken px-3 py-2 text-sm">
                <span className="font-semibold wrap-anywhere">{level.title}</span>{' '}
                <span className="whitespace-nowrap text-ink-2">· {level.points} poin</span>
                {level.description && (
                  <span className="block whitespace-pre-line text-ink-2 wrap-anywhere">{level.description}</span>
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** How an assignment is graded; nothing without a rubric. */
export function RubricSection({ points, criteria }: Pick<AssignmentTerms, 'points' | 'criteria'>) {
  if (criteria.length === 0) return null
  return (
    <section aria-labelledby="rubrik">
      <h2 id="rubrik" className="mb-3 text-lg font-bold">
        Cara penilaian
      </h2>
      <p className="mb-3 text-sm text-ink-2">
        Nilai tertinggi {points} poin, dihitung dari poin rubrik yang kamu capai.
      </p>
      <RubricView criteria={criteria} />
    </section>
  )
}
