import { Fragment, Suspense, type ComponentType } from 'react'
import { Link, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import type { StaffLesson, StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { failureStatus } from '#contract/client.ts'
import { isByResult } from '#contract/catalog/course-rules.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { lessonIcons } from '#web/catalog/lesson-icons.ts'
import { MissingVideo } from '#web/catalog/video/missing-video.tsx'
import { YoutubeFacade } from '#web/catalog/video/youtube-facade.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'
import { StaffVideo } from '#web/catalog/staff/lessons/staff-video.tsx'
import { groupsOf } from './outline/outline.ts'

export const createPreviewLoader = staffLoader(async (api, { params }) => {
  try {
    return (await api.authenticated.authoring.showStaffCourse({ id: params.courseId ?? '', preview: 'true' })).data
  } catch (error) {
    const status = failureStatus(error)
    if (status === 404 || status === 422) return null
    throw error
  }
})

type TaskPreviewProps = { courseId: string; lessonId: string }
/** The lessons that are completed by their result, whose module is not below this one. */
export type TaskPreviews = Record<'quiz' | 'assignment' | 'code', ComponentType<TaskPreviewProps>>

/** A course as students see it: without drafts, except one that its address names. Nothing is recorded. */
export function CoursePreviewPage({ tasks }: { tasks: TaskPreviews }) {
  const loaded = useLoaderData<ReturnType<typeof createPreviewLoader>>()
  const [search] = useSearchParams()
  const course = loaded && {
    ...loaded,
    details: loaded.details.filter(({ _id, status }) => status === 'published' || _id === search.get('materi')),
  }
  if (!course) {
    return (
      <StaffPage title="Course not found" back={{ to: paths.adminCourses(), label: 'Kelas' }}>
        <p className="text-ink-2">Kelas ini tidak ada, atau bukan milikmu.</p>
      </StaffPage>
    )
  }
  return (
    <StaffPage
      title={course.title}
      lead="Pratinjau: begini siswa melihatnya. Tidak ada yang dicatat."
      back={{ to: paths.adminCourse({ courseId: course._id }), label: 'Detail kelas' }}
      actions={
        <ButtonLink variant="outline" to={paths.courseDetail({ courseId: course._id })}>
          Halaman penjualan
        </ButtonLink>
      }
    >
      {course.details.length === 0 ? (
        <EmptyState
          title="No content available"
          text={
            loaded.details.length > 0
              ? 'Semua materi kelas ini masih draf.'
              : 'Tambahkan materi pertama untuk melihatnya di sini.'
          }
        >
          <ButtonLink to={paths.adminLessonCreate({ courseId: course._id })}>Add Content</ButtonLink>
        </EmptyState>
      ) : (
        <Lessons course={course} tasks={tasks} />
      )}
    </StaffPage>
  )
}

function Lessons({ course, tasks }: { course: StaffCourseDetail; tasks: TaskPreviews }) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const found = course.details.findIndex(({ _id }) => _id === search.get('materi'))
  const index = Math.max(0, found)
  const current = course.details[index] as StaffLesson
  // Wraps around after the last lesson.
  const next = course.details[(index + 1) % course.details.length] as StaffLesson
  const Task = isByResult(current.type) ? tasks[current.type] : null
  const open = (lesson: StaffLesson) =>
    void navigate(paths.adminCoursePreview({ courseId: course._id, lessonId: lesson._id }))
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_300px]">
      <article className="min-w-0">
        {current.youtubeId !== undefined && (
          <YoutubeFacade
            key={current._id}
            youtubeId={current.youtubeId}
            title={current.title}
            poster={course.thumbnail}
          />
        )}
        {current.source === 'upload' && (
          <StaffVideo
            key={current._id}
            courseId={course._id}
            lessonId={current._id}
            title={current.title}
            poster={current.poster ?? course.thumbnail}
          />
        )}
        {current.isVideoMissing && <MissingVideo />}
        {current.status === 'draft' && (
          <p className="mt-5">
            <Badge tone="promo">Draf</Badge> <span className="text-sm text-ink-2">Siswa belum melihat materi ini.</span>
          </p>
        )}
        <p className="mt-5 text-sm text-ink-3">
          Materi {index + 1} dari {course.details.length}
          {current.readingMinutes !== null && ` · ± ${current.readingMinutes} menit baca`}
          {current.isPreview && ' · terbuka untuk semua'}
        </p>
        <h2 className="mt-1 text-2xl font-extrabold text-balance wrap-anywhere">{current.title}</h2>
        {current.text !== undefined && (
          <div className="mt-6">
            <Prose html={current.text} />
          </div>
        )}
        {Task && (
          <Suspense fallback={<p role="status">Memuat {current.type === 'quiz' ? 'kuis' : 'tugas'}…</p>}>
            <div className="mt-6">
              <Task key={current._id} courseId={course._id} lessonId={current._id} />
            </div>
          </Suspense>
        )}
        <div className="mt-8 flex flex-wrap gap-3">
          <Button onClick={() => open(next)}>
            {isByResult(current.type) ? 'Materi berikutnya' : 'Mark as Completed'}
          </Button>
          {current.type === 'quiz' && (
            <ButtonLink to={staffPaths.quiz({ courseId: course._id, lessonId: current._id })} variant="outline">
              Soal
            </ButtonLink>
          )}
          {current.type === 'assignment' && (
            <ButtonLink to={staffPaths.assignment({ courseId: course._id, lessonId: current._id })} variant="outline">
              Rubrik
            </ButtonLink>
          )}
          <ButtonLink to={paths.adminLessonEdit({ courseId: course._id, lessonId: current._id })} variant="outline">
            Ubah materi
          </ButtonLink>
        </div>
      </article>
      <nav aria-label="Daftar materi" className="xl:sticky xl:top-8 xl:self-start">
        <div className="grid gap-1 rounded-card border border-line bg-surface p-2">
          {groupsOf(course)
            .filter(({ lessons }) => lessons.length > 0)
            .map(({ chapter, lessons }) => (
              <Fragment key={chapter?._id ?? ''}>
                {chapter && <p className="px-3 pt-3 pb-1 font-bold wrap-anywhere">{chapter.title}</p>}
                <ol className="grid gap-1">
                  {lessons.map((lesson) => (
                    <LessonLink key={lesson._id} lesson={lesson} isCurrent={lesson === current} />
                  ))}
                </ol>
              </Fragment>
            ))}
        </div>
      </nav>
    </div>
  )
}

function LessonLink({ lesson, isCurrent }: { lesson: StaffLesson; isCurrent: boolean }) {
  const Icon = lessonIcons[lesson.type]
  return (
    <li>
      <Link
        to={paths.adminCoursePreview({ courseId: lesson.courseId, lessonId: lesson._id })}
        aria-current={isCurrent ? 'true' : undefined}
        className="flex min-h-11 items-start gap-3 rounded-field px-3 py-2.5 text-sm hover:bg-sunken aria-[current]:bg-nila-50 aria-[current]:font-semibold"
      >
        <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ink-3" />
        <span className="wrap-anywhere">{lesson.title}</span>
      </Link>
    </li>
  )
}
