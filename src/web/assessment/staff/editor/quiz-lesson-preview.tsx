import { useState } from 'react'
import type { QuizStart } from '#contract/assessment/quiz-attempts.ts'
import type { StaffQuiz } from '#contract/assessment/quiz-authoring.ts'
import { Start } from '#web/assessment/start.tsx'
import { PreviewLoading } from '#web/assessment/staff/preview-loading.tsx'
import { useApi } from '#web/identity/index.ts'
import { useFocusNext } from '#web/kit/ui/behaviour/use-focus-next.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { QuizTrial } from './quiz-trial.tsx'

/** A quiz in the preview of a course: it can be tried, and nothing is stored. */
export default function QuizLessonPreview({ courseId, lessonId }: { courseId: string; lessonId: string }) {
  const { authenticated } = useApi()
  const loaded = useRemote(`${courseId} ${lessonId}`, (signal) =>
    authenticated.quizAuthoring.showQuiz({ id: courseId, contentId: lessonId }, { signal }),
  )
  const [isStarted, setStarted] = useState(false)
  const next = useFocusNext(isStarted)
  if (loaded.status === 'loading') return <PreviewLoading label="Memuat kuis…" />
  if (loaded.status === 'failed') return <LoadFailure onRetry={loaded.reload}>Kuisnya belum bisa dimuat.</LoadFailure>
  const { questions, settings } = loaded.data.data
  if (isStarted)
    return (
      <div ref={next}>
        <QuizTrial questions={questions} settings={settings} />
      </div>
    )
  const state = { failure: null, isOpening: false, begin: async () => setStarted(true), showResult: () => {} }
  return <Start start={startOf(loaded.data.data)} state={state} />
}

/** As for a student who has not tried yet. */
const startOf = ({ questions, settings }: StaffQuiz): QuizStart => ({
  questionCount: Math.min(settings.draw ?? Infinity, questions.length),
  passPercent: settings.passPercent,
  timeLimitMinutes: settings.timeLimitMinutes,
  showAnswers: settings.showAnswers,
  attemptsLeft: settings.maximumAttempts > 0 ? settings.maximumAttempts : null,
  best: null,
  attempts: [],
})
