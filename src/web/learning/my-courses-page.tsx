import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { EnrolledCourse } from '#contract/learning.ts'
import { paths } from '#contract/paths.ts'
import type { Api } from '#web/identity/index.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { CertificateActions } from './certificate/certificate-actions.tsx'
import { loadAsStudent } from './load-as-student.ts'
import { sendAllProgress } from './player/progress-task.ts'
import { progressLabel } from './progress-label.ts'
import { timeAgo } from './relative-time.ts'

export const createMyCoursesLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStudent(api, request, async (user) => {
      await sendAllProgress(api, user._id)
      return { courses: (await api.mine.learning.listEnrolledCourses()).data, studentName: user.name, now: new Date() }
    })

export function MyCoursesPage() {
  const { courses, studentName, now } = useLoaderData<ReturnType<typeof createMyCoursesLoader>>()
  return (
    <>
      <PageHead title="Kelas Saya" noIndex />
      <h1 className="mb-6 text-2xl font-extrabold">Kelas Saya</h1>
      {courses.length === 0 ? (
        <EmptyState title="You have not enrolled in any courses yet." text="Mulai dari kelas gratis, tanpa biaya apa pun.">
          <ButtonLink to={paths.catalogue({ type: 'free' })}>Lihat kelas gratis</ButtonLink>
        </EmptyState>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {courses.map((course) => (
            <EnrolledCourseCard key={course._id} course={course} studentName={studentName} now={now} />
          ))}
        </ul>
      )}
    </>
  )
}

function EnrolledCourseCard({ course, studentName, now }: { course: EnrolledCourse; studentName: string; now: Date }) {
  const left = course.lessonCount - course.lessonsCompleted
  const newLessons = course.details.filter(({ isNew }) => isNew).length
  return (
    <li className="relative flex flex-col overflow-hidden rounded-card border border-line bg-surface soft hover:shadow-raised focus-within:shadow-raised">
      <img src={course.thumbnail} alt="" width="640" height="360" className="cover-art aspect-video w-full object-cover" loading="lazy" />
      <ProgressBar percent={course.progress} label={`Progres ${course.title}`} />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <h2 className="font-bold text-balance">
          <Link className="after:absolute after:inset-0" to={paths.player({ courseId: course._id })}>
            {course.title}
          </Link>
        </h2>
        <p className="text-sm text-ink-3">{course.instructor.name}</p>
        <p className="text-sm text-ink-2">
          <strong>{course.progress}%</strong> · {course.lessonsCompleted} dari {course.lessonCount} pelajaran
        </p>
        {newLessons > 0 && (
          <p>
            <Badge tone="info">Baru: {newLessons} pelajaran</Badge>
          </p>
        )}
        {!course.certificateAvailable && left > 0 && course.lessonsCompleted > 0 && (
          <p className="text-sm text-ink-3">Selesaikan {left} pelajaran lagi untuk sertifikat</p>
        )}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-2 text-sm text-ink-3">
          <span>{course.lastAccessed ? `Terakhir dibuka ${timeAgo(course.lastAccessed, now)}` : 'Belum dibuka'}</span>
          <Badge tone={course.progress === 100 ? 'success' : 'info'}>{progressLabel(course.progress)}</Badge>
        </div>
        {course.certificateAvailable && (
          // Above the link that covers the card, so that the buttons can be clicked.
          <div className="relative z-10 border-t border-line pt-3">
            <CertificateActions course={course} studentName={studentName} />
          </div>
        )}
      </div>
    </li>
  )
}
