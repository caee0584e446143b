import Plus from 'lucide-react/icons/plus'
import Upload from 'lucide-react/icons/upload'
import { lazy, Suspense, useState } from 'react'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { StaffChapter } from '#contract/catalog/course-chapters.ts'
import type { CourseFigures } from '#contract/catalog/course-figures.ts'
import { paths } from '#contract/kit/paths.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import { runningQueue } from '#web/catalog/staff/videos/running-queue.ts'
import { CourseFunnel } from './course-figures.tsx'
import { LessonTable } from './lesson-table.tsx'
import { PublishDrafts } from './outline/publish-drafts.tsx'
import { ChapterDialog } from './outline/chapter-dialog.tsx'

const ManyVideos = lazy(() =>
  import('#web/catalog/staff/videos/many-videos.tsx').then((module) => ({ default: module.ManyVideos })),
)

/** The lessons as an assistant sees them, who changes none of them. */
export function AssistedContents({ course }: { course: StaffCourseDetail }) {
  return (
    <section aria-labelledby="materi-kelas" className="mt-10">
      <h2 id="materi-kelas" className="mb-4 scroll-mt-24 text-xl font-bold">
        Materi
      </h2>
      <p className="mb-4 text-ink-2">
        Kamu asisten di kelas ini: jawab pertanyaan di Tanya jawab, dan nilai tugas di Tugas.
      </p>
      <ol className="list-decimal pl-6">
        {course.details.map(({ _id, title }) => (
          <li key={_id} className="py-1 wrap-anywhere">
            {title}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** After an interruption, drafts still wait for their videos. */
const awaitsVideos = ({ details }: StaffCourseDetail): boolean =>
  details.some(({ status, isVideoMissing }) => status === 'draft' && isVideoMissing)

/** The lessons of a course, with what adds chapters, lessons and videos. */
export function CourseContents({ course, figures }: { course: StaffCourseDetail; figures: CourseFigures }) {
  const [edited, setEdited] = useState<{ chapter: StaffChapter | null; field: 'title' | 'dripDays' } | null>(null)
  /** Null until the button was pressed. */
  const [wantsUpload, setWantsUpload] = useState<boolean | null>(null)
  const running = runningQueue.use()
  const isUploadShown = running !== null || (wantsUpload ?? awaitsVideos(course))
  return (
    <section aria-labelledby="materi-kelas" className="mt-10">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="materi-kelas" className="scroll-mt-24 text-xl font-bold">
          Materi
        </h2>
        <span className="flex flex-wrap gap-2">
          <PublishDrafts course={course} />
          <Button variant="outline" onClick={() => setEdited({ chapter: null, field: 'title' })}>
            <Plus aria-hidden className="size-4.5" />
            Tambah bab
          </Button>
          <Button
            variant="outline"
            aria-expanded={isUploadShown}
            onClick={() => setWantsUpload(running !== null || !isUploadShown)}
          >
            <Upload aria-hidden className="size-4.5" />
            Unggah banyak video
          </Button>
          <ButtonLink to={paths.adminLessonCreate({ courseId: course._id })}>
            <Plus aria-hidden className="size-4.5" />
            Add Content
          </ButtonLink>
        </span>
      </div>
      {isUploadShown && (
        <Suspense fallback={<Spinner />}>
          <ManyVideos course={course} />
        </Suspense>
      )}
      <CourseFunnel figures={figures} />
      {course.details.length === 0 && course.chapters.length === 0 ? (
        <EmptyState
          title="Tidak ada konten"
          text="Tambahkan video, artikel, kuis, atau tugas pertama, lalu atur urutannya di sini."
        />
      ) : (
        <LessonTable
          course={course}
          figures={figures.lessons}
          onEditChapter={(chapter, field) => setEdited({ chapter, field })}
        />
      )}
      {edited && (
        <ChapterDialog
          course={course}
          chapter={edited.chapter}
          focused={edited.field}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  )
}
