import Lock from 'lucide-react/icons/lock'
import { Link } from 'react-router'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import type { CourseForViewer } from '#contract/learning/learning.ts'
import { paths } from '#contract/kit/paths.ts'
import { buttonClass } from '#web/kit/ui/button.tsx'
import { ErrorState } from '#web/kit/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { closureText } from './closure-text.ts'
import type { OpenedLesson } from './use-opened-lesson.ts'

type Props = { course: CourseForViewer; lesson: LessonSummary; opened: Exclude<OpenedLesson, { state: 'open' }> }

/** A lesson without its body: closed, being requested, or not reachable. */
export function ClosedLesson({ course, lesson, opened }: Props) {
  const before =
    opened.state === 'closed' ? course.details.find(({ _id }) => _id === opened.closure.opensAfter) : undefined
  return (
    <article className="px-4 py-6 md:px-6 lg:px-0">
      <h1 className="text-2xl font-extrabold text-balance md:text-3xl">{lesson.title}</h1>
      {opened.state === 'closed' && (
        <div className="mt-6 grid justify-items-start gap-4 rounded-card border border-line bg-surface p-5">
          <p className="flex items-center gap-2.5 font-semibold">
            <Lock aria-hidden className="size-5 shrink-0 text-ink-3" />
            {closureText(opened.closure, course.details)}
          </p>
          {opened.closure.opensWith && (
            <Link to={paths.courseDetail({ courseId: course._id })} className={buttonClass({ variant: 'outline' })}>
              Pilih angkatan
            </Link>
          )}
          {before && (
            <Link
              to={paths.player({ courseId: course._id, lessonId: before._id })}
              className={buttonClass({ variant: 'outline' })}
            >
              Buka {before.title}
            </Link>
          )}
        </div>
      )}
      {opened.state === 'opening' && (
        <div role="status" className="mt-6 grid gap-3">
          <span className="sr-only">Membuka materi…</span>
          {['w-full', 'w-11/12', 'w-4/5', 'w-3/5'].map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
      )}
      {opened.state === 'failed' && (
        <div className="mt-6">
          <ErrorState
            title="Materi belum bisa dibuka"
            text="Progresmu aman di perangkat ini. Sambungkan internet, lalu coba lagi."
            onRetry={opened.retry}
          />
        </div>
      )}
    </article>
  )
}
