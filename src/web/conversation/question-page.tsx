import { Link, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { questionsContract } from '#contract/conversation/questions.ts'
import { formatClock } from '#web/catalog/video/format-clock.ts'
import { load, requireSession, type Api } from '#web/identity/index.ts'
import { useResettingState } from '#web/kit/ui/behaviour/use-resetting-state.ts'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { QuestionThread } from './question-thread.tsx'

registerContract({ questions: questionsContract })

export const createQuestionLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, { guard: requireSession }, async ({ user }) => {
      return { question: (await api.authenticated.questions.showQuestion({ id: params.questionId ?? '' })).data, user }
    })

/** A question with its answers. */
export function QuestionPage() {
  const { question: loaded, user } = useLoaderData<ReturnType<typeof createQuestionLoader>>()
  // Its thread knows what became of it since.
  const [question, setQuestion] = useResettingState(loaded, loaded)
  const navigate = useNavigate()
  const { course, content, second } = question
  const lesson = paths.player({ courseId: course._id, ...(content ? { lessonId: content._id } : {}) })

  return (
    <article className="wrap max-w-[760px] py-10">
      <PageHead title={question.title ?? 'Pertanyaan dihapus'} noIndex />
      <p className="text-ink-3 wrap-anywhere">Tanya jawab · {course.title}</p>
      <h1 className="mt-1 text-2xl font-extrabold wrap-anywhere">{question.title ?? 'Pertanyaan ini sudah dihapus'}</h1>
      <p className="mt-1 mb-4">
        <Link
          to={content && second !== null ? `${lesson}&detik=${second}` : lesson}
          className="inline-flex min-h-11 items-center font-semibold text-nila underline wrap-anywhere"
        >
          {content ? `Materi: ${content.title}` : 'Buka kelas'}
          {content && second !== null && ` (${formatClock(second)})`}
        </Link>
      </p>
      <QuestionThread
        key={question._id}
        questionId={question._id}
        userId={user._id}
        initial={loaded}
        onRead={setQuestion}
        onDeleted={(isGone) => void (isGone && navigate(lesson))}
      />
    </article>
  )
}
