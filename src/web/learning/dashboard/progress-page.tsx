import { useState } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { Activity, EnrolledCourse } from '#contract/learning/learning.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/index.ts'
import { WeekNumbers } from './week-numbers.tsx'
import { loadAsStudent } from '#web/learning/load-as-student.ts'
import { sendAllProgress } from '#web/learning/player/progress-task.ts'
import { ProgressBadge } from '#web/learning/progress-badge.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { SelectField } from '#web/kit/ui/field.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { WeekPlot, type Week } from './week-plot.tsx'

export const createProgressLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStudent(api, request, async (user) => {
      await sendAllProgress(api, user._id)
      const [courses, activity] = await Promise.all([
        api.authenticated.learning.listEnrolledCourses(),
        api.authenticated.learning.showActivity(),
      ])
      return { courses: courses.data, activity: activity.data }
    })

/** Completed lessons by week and by course. */
export function ProgressPage() {
  const { courses, activity } = useLoaderData<ReturnType<typeof createProgressLoader>>()
  return (
    <>
      <PageHead title="Progres" noIndex />
      <h1 className="mb-6 text-2xl font-extrabold">Progres</h1>
      {courses.length === 0 ? (
        <EmptyState
          title="Belum ada progres."
          text="Progres setiap kelas dan setiap minggu tampil di sini begitu kamu mulai belajar."
        >
          <ButtonLink to={paths.catalogue({ type: 'free' })}>Lihat kelas gratis</ButtonLink>
        </EmptyState>
      ) : (
        <div className="grid gap-10">
          <WeekNumbers activity={activity} finished={courses.filter(({ finishedAt }) => finishedAt !== null).length} />
          <ByWeek activity={activity} courses={courses} />
          <ByCourse courses={courses} />
        </div>
      )}
    </>
  )
}

function ByWeek({ activity, courses }: { activity: Activity; courses: EnrolledCourse[] }) {
  const [courseId, setCourseId] = useState('')
  const course = courses.find((candidate) => candidate._id === courseId)
  const weeks: Week[] = activity.weeks.map((week) => ({
    startsOn: week.startsOn,
    completed: course ? (week.courses.find((entry) => entry.courseId === course._id)?.completed ?? 0) : week.completed,
  }))
  return (
    <section aria-labelledby="per-minggu">
      <h2 id="per-minggu" className="text-xl font-bold">
        Per minggu
      </h2>
      <SelectField
        className="my-4 max-w-100"
        label="Kelas"
        value={courseId}
        onChange={(event) => setCourseId(event.target.value)}
      >
        <option value="">Semua kelas</option>
        {courses.map(({ _id, title }) => (
          <option key={_id} value={_id}>
            {title}
          </option>
        ))}
      </SelectField>
      <div className="rounded-card border border-line bg-surface p-4 md:p-6">
        <WeekPlot weeks={weeks} about={course?.title ?? 'Semua kelas'} />
      </div>
    </section>
  )
}

function ByCourse({ courses }: { courses: EnrolledCourse[] }) {
  return (
    <section aria-labelledby="per-kelas">
      <h2 id="per-kelas" className="mb-4 text-xl font-bold">
        Per kelas
      </h2>
      <ul className="grid gap-3">
        {courses.map((course) => (
          <li key={course._id} className="rounded-card border border-line bg-surface p-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <Link to={paths.player({ courseId: course._id })} className="font-bold hover:underline">
                {course.title}
              </Link>
              <ProgressBadge percent={course.progress} />
            </div>
            <p className="mt-1 mb-2 text-sm text-ink-3">
              {course.lessonsCompleted} dari {course.lessonCount} materi · {course.progress}%
            </p>
            <ProgressBar percent={course.progress} label={`Progres ${course.title}`} />
            {course.chapters.length > 0 && (
              <details className="mt-2">
                <summary className="flex min-h-11 items-center text-sm font-semibold text-nila">Per bab</summary>
                <ul className="grid gap-1 pb-1 text-sm text-ink-2">
                  {course.chapters.map((chapter) => (
                    <li key={chapter._id} className="flex justify-between gap-4">
                      <span className="min-w-0 wrap-anywhere">{chapter.title}</span>
                      <span className="shrink-0 text-ink-3 tabular-nums">
                        {chapter.lessonsCompleted} dari {chapter.lessonCount}
                      </span>
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
