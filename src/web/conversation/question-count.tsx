import { useEffect, useState } from 'react'
import { registerContract } from '#contract/client.ts'
import { questionsContract } from '#contract/conversation/questions.ts'
import { useApi } from '#web/identity/index.ts'

registerContract({ questions: questionsContract })

/** How many questions a lesson has; nothing without any, and while that is not known: the list says what failed. */
export function QuestionCount({ courseId, lessonId }: { courseId: string; lessonId: string }) {
  const { authenticated } = useApi()
  const [count, setCount] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    authenticated.questions
      .listQuestions({ id: courseId, contentId: lessonId, limit: 1 }, { signal: controller.signal })
      .then(({ meta }) => controller.signal.aborted || setCount(meta.total))
      .catch(() => {})
    return () => controller.abort()
  }, [authenticated, courseId, lessonId])
  return count > 0 ? (
    <span>
      {count}
      <span className="sr-only"> pertanyaan</span>
    </span>
  ) : null
}
