import { lazy, Suspense, type ComponentType } from 'react'
import type { CourseForViewer } from '#contract/learning/learning.ts'
import { paths } from '#contract/kit/paths.ts'
import { CertificateActions } from '#web/learning/certificate-actions.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { StateArt } from '#web/kit/ui/feedback/state-art.tsx'
import type { Lessons } from './use-lessons.ts'

// Without a connection nothing is offered.
const NextCourses = lazy<ComponentType<{ course: CourseForViewer }>>(() =>
  import('./next-courses.tsx').catch(() => ({ default: () => null })),
)

const NextStep = lazy<ComponentType<{ courseId: string }>>(() =>
  import('#web/learning/next-step.tsx').catch(() => ({ default: () => null })),
)

type Props = { course: CourseForViewer; lessons: Lessons; studentName: string }

/** The end of a course: its certificate, or the lessons that are not completed yet. */
export function Finished({ course, lessons, studentName }: Props) {
  const open = course.details.filter((lesson) => !lessons.isCompleted(lesson._id))
  // Lessons that were added later do not undo a finish.
  const isFinished = open.every(({ isNew }) => isNew)
  return (
    <>
      <div className="mx-auto grid min-h-[60vh] max-w-[640px] content-center justify-items-center gap-5 px-4 py-12 text-center">
        <PageHead title={course.title} noIndex />
        <StateArt className="text-daun" isComplete={isFinished} />
        <h1 className="text-3xl font-extrabold text-balance">{isFinished ? 'Kelas selesai!' : 'Hampir selesai'}</h1>
        <p className="max-w-prose text-balance text-ink-2">
          {isFinished && open.length > 0
            ? `“${course.title}” sudah kamu selesaikan, dan ada ${open.length} materi baru. Sertifikatmu tetap berlaku.`
            : isFinished
              ? `Semua ${course.details.length} materi di “${course.title}” sudah tuntas. Langkah yang bagus!`
              : `“${course.title}” sudah ${lessons.percent}%. Selesaikan ${open.length} materi lagi untuk sertifikat.`}
        </p>
        {isFinished ? (
          <div className="grid w-full justify-items-center gap-3 rounded-card border border-line bg-surface p-5">
            <p className="font-bold">Sertifikatmu</p>
            {course.viewer.isCertificateRevoked ? (
              <p className="text-ink-2">Sertifikat kelas ini dicabut pengelola.</p>
            ) : lessons.saveState === 'saved' || lessons.saveState === 'idle' ? (
              <CertificateActions
                course={{
                  _id: course._id,
                  title: course.title,
                  certificateAvailable: true,
                  certificateId: course.viewer.certificateId,
                }}
                studentName={studentName}
              />
            ) : (
              <p role="status" className="text-ink-2">
                {lessons.saveState === 'waiting'
                  ? 'Sambungkan internet untuk mengambil sertifikat.'
                  : 'Menyimpan progres…'}
              </p>
            )}
          </div>
        ) : (
          <div className="w-full max-w-80">
            <ProgressBar percent={lessons.percent} label="Progres kelas" />
          </div>
        )}
        <div className="flex flex-wrap justify-center gap-3">
          {open[0] ? (
            <ButtonLink to={paths.player({ courseId: course._id, lessonId: open[0]._id })}>
              Lanjut: {open[0].title}
            </ButtonLink>
          ) : (
            <ButtonLink
              to={paths.player({ courseId: course._id, lessonId: course.details[0]?._id ?? '' })}
              variant="outline"
            >
              Ulangi dari awal
            </ButtonLink>
          )}
          <ButtonLink to={paths.myCourses()} variant="outline">
            Kelas Saya
          </ButtonLink>
          {course.viewer.canReview && (
            <ButtonLink to={`${paths.courseDetail({ courseId: course._id })}#ulasan`} variant="ghost">
              Tulis ulasan
            </ButtonLink>
          )}
        </div>
      </div>
      {isFinished && (
        <Suspense fallback={null}>
          {/* Once the server knows that the course is finished. */}
          {(lessons.saveState === 'saved' || lessons.saveState === 'idle') && <NextStep courseId={course._id} />}
          <NextCourses course={course} />
        </Suspense>
      )}
    </>
  )
}
