import { useState } from 'react'
import { Link } from 'react-router'
import type { ImportedEssay, StaffQuiz } from '#contract/assessment/quiz-authoring.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

type Props = { courseId: string; quiz: Pick<StaffQuiz, 'chapterId'>; essays: readonly ImportedEssay[] }

/** Essays of an imported file: a quiz scores by itself, so each can become an assignment after it, in its chapter. */
export function EssayOffer({ courseId, quiz: { chapterId }, essays }: Props) {
  const { authenticated } = useApi()
  const [made, setMade] = useState<ReadonlyMap<number, string>>(new Map())
  const [busy, setBusy] = useState<number | null>(null)
  if (essays.length === 0) return null

  async function makeAssignment(index: number, { title, html: text }: ImportedEssay) {
    setBusy(index)
    try {
      const { data } = await withLogin(() =>
        authenticated.authoring.createLesson({
          courseId,
          chapterId,
          title,
          type: 'assignment',
          text,
          isPreview: false,
        }),
      )
      setMade((before) => new Map(before).set(index, data._id))
      toast.success('Tugas dibuat di akhir bab.')
    } catch (error) {
      toast.error(describeFailure(error))
    } finally {
      setBusy(null)
    }
  }
  return (
    <div role="status" className="grid gap-3 rounded-field bg-sunken p-3.5">
      <p className="max-w-[65ch] text-sm">
        <span className="font-semibold">{essays.length} soal esai tidak masuk kuis</span>, karena jawabannya dinilai
        orang. Jadikan tugas supaya siswa tetap mengerjakannya.
      </p>
      <ul className="grid gap-2">
        {essays.map((essay, index) => {
          const lessonId = made.get(index)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- Titles repeat, and the list never changes.
            <li key={index} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="min-w-0 flex-1 basis-52 font-semibold wrap-anywhere">{essay.title}</span>
              {lessonId ? (
                <Link
                  to={paths.adminLessonEdit({ courseId, lessonId })}
                  className="flex min-h-11 items-center font-semibold text-nila underline"
                >
                  Buka tugas
                </Link>
              ) : (
                <Button
                  type="button"
                  variant="outline"
                  size="sm"
                  busy={busy === index}
                  disabled={busy !== null && busy !== index}
                  onClick={() => void makeAssignment(index, essay)}
                >
                  Jadikan tugas<span className="sr-only">: {essay.title}</span>
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
