import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { StaffLesson } from '#contract/catalog/authoring.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { lessonIcons } from '#web/catalog/lesson-icons.ts'
import { lessonTypeLabels } from '#web/catalog/lesson-type-labels.ts'
import { exerciseProblemWords } from '#web/catalog/staff/courses/exercise-problems.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'

function describeContent({ type, questionCount, readingMinutes }: StaffLesson): string {
  if (type === 'video') return lessonTypeLabels.video
  if (type === 'quiz') return questionCount ? `${lessonTypeLabels.quiz} · ${questionCount} soal` : lessonTypeLabels.quiz
  return `${lessonTypeLabels[type]} · ± ${readingMinutes} menit`
}

type RowProps = {
  courseId: string
  lesson: StaffLesson
  /** How many of the last review. */
  remarks: number
  /** How its students do. */
  figures?: ReactNode
  isRemoving: boolean
  onRemove: () => void
  isPublishing: boolean
  onPublish: () => void
}

/** A lesson in the outline of its course. Whatever it is and whoever studies it, it can be changed and deleted. */
export function LessonRow({
  courseId,
  lesson,
  remarks,
  figures,
  isRemoving,
  onRemove,
  isPublishing,
  onPublish,
}: RowProps) {
  const Icon = lessonIcons[lesson.type]
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 basis-40 py-1">
        <Link
          to={paths.adminLessonEdit({ courseId, lessonId: lesson._id })}
          className="font-semibold wrap-anywhere hover:underline"
        >
          {lesson.title}
        </Link>
        <span className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
          {describeContent(lesson)}
          {lesson.status === 'draft' && <Badge tone="promo">Draf</Badge>}
          {remarks > 0 && <Badge tone="danger">{remarks} catatan</Badge>}
          {lesson.isVideoMissing && <Badge tone="danger">Video belum ada</Badge>}
          {lesson.questionCount === 0 && <Badge tone="danger">Belum ada soal</Badge>}
          {lesson.exerciseProblems?.map((problem) => (
            <Badge key={problem} tone="danger">
              {exerciseProblemWords[problem].badge}
            </Badge>
          ))}
          {lesson.isPreview && <Badge tone="info">Preview</Badge>}
        </span>
        {figures}
      </span>
      {/* On a phone they wrap together with those that move the row. */}
      <span aria-hidden className="basis-full sm:hidden" />
      <span className="contents gap-1 sm:flex sm:flex-wrap">
        {lesson.status === 'draft' && (
          <Button size="sm" busy={isPublishing} onClick={onPublish}>
            Tayangkan<span className="sr-only"> {lesson.title}</span>
          </Button>
        )}
        {lesson.type === 'quiz' && (
          <ButtonLink to={staffPaths.quiz({ courseId, lessonId: lesson._id })} variant="outline" size="sm">
            Soal<span className="sr-only"> {lesson.title}</span>
          </ButtonLink>
        )}
        {lesson.type === 'assignment' && (
          <ButtonLink to={staffPaths.assignment({ courseId, lessonId: lesson._id })} variant="outline" size="sm">
            Rubrik<span className="sr-only"> {lesson.title}</span>
          </ButtonLink>
        )}
        {lesson.type === 'code' && (
          <ButtonLink to={staffPaths.exercise({ courseId, lessonId: lesson._id })} variant="outline" size="sm">
            Kode<span className="sr-only"> {lesson.title}</span>
          </ButtonLink>
        )}
        <ButtonLink to={paths.adminLessonEdit({ courseId, lessonId: lesson._id })} variant="outline" size="sm">
          Ubah<span className="sr-only"> {lesson.title}</span>
        </ButtonLink>
        <Button variant="ghost" size="sm" className="text-mengkudu!" busy={isRemoving} onClick={onRemove}>
          Delete<span className="sr-only"> {lesson.title}</span>
        </Button>
      </span>
    </>
  )
}
