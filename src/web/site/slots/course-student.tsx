import { paths } from '#contract/kit/paths.ts'
import { studyVerb } from '#web/learning/study-verb.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'

export { QuestionsSection } from '#web/conversation/questions-section.tsx'
export { MyReview } from '#web/learning/my-review.tsx'

/** Replaces the join bar for students of the course, on phones. */
export function ContinueLearning({ courseId, percent }: { courseId: string; percent: number }) {
  return (
    <>
      <ButtonLink to={paths.player({ courseId })} variant="buy" size="lg" className="order-2">
        {studyVerb(percent)}
      </ButtonLink>
      <div className="min-w-0 flex-1 text-sm font-semibold tabular-nums">
        <p className="mb-1.5">{percent}% selesai</p>
        <ProgressBar percent={percent} label="Progresmu" />
      </div>
    </>
  )
}
