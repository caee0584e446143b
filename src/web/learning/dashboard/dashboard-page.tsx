import type { ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { registerContract } from '#contract/client.ts'
import type { Activity, EnrolledCourse } from '#contract/learning/learning.ts'
import { weeklyGoalContract } from '#contract/learning/weekly-goal.ts'
import { paths } from '#contract/kit/paths.ts'
import { CourseCard } from '#web/catalog/course-card.tsx'
import type { Api } from '#web/identity/index.ts'
import { loadAsStudent } from '#web/learning/load-as-student.ts'
import { sendAllProgress } from '#web/learning/player/progress-task.ts'
import { timeAgo } from '#web/learning/relative-time.ts'
import { courseToContinue } from '#web/learning/course-to-continue.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { ContinueCard } from './continue-card.tsx'
import { recommend } from './recommend.ts'
import { WeekNumbers } from './week-numbers.tsx'
import { WeeklyGoalCard } from './weekly-goal.tsx'

registerContract({ weeklyGoal: weeklyGoalContract })

const coursesFetched = 60

export const createDashboardLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStudent(api, request, async (user) => {
      await sendAllProgress(api, user._id)
      const [mine, activity, goal, all] = await Promise.all([
        api.authenticated.learning.listEnrolledCourses(),
        api.authenticated.learning.showActivity(),
        api.authenticated.weeklyGoal.showWeeklyGoal(),
        // The public list is cached by the server. The page works without it.
        api.anonymous.catalog.listCourses({ sort: 'popular', limit: coursesFetched }).catch(() => ({ data: [] })),
      ])
      return {
        user,
        courses: mine.data,
        activity: activity.data,
        goal: goal.data,
        recommended: recommend(all.data, mine.data),
        now: new Date(),
      }
    })

/** Course to continue, recent activity and recommendations. The slots are for an order that waits for its payment, the next live meeting, and the e-books that the student owns. */
export function DashboardPage({
  openOrder,
  nextMeeting,
  ebooks,
}: {
  openOrder?: ReactNode
  nextMeeting?: ReactNode
  ebooks?: ReactNode
}) {
  const { user, courses, activity, goal, recommended, now } = useLoaderData<ReturnType<typeof createDashboardLoader>>()
  const current = courseToContinue(courses)
  return (
    <div className="grid gap-10">
      <PageHead title="Dashboard" noIndex />
      <div className="max-md:-mb-7">
        <h1 className="text-2xl font-extrabold wrap-anywhere">Halo, {user.name.split(/\s+/)[0]}!</h1>
        <p className="mt-1 text-ink-2 max-md:hidden">{encouragement(activity)}</p>
      </div>
      {openOrder}
      {nextMeeting}
      {current ? (
        <ContinueCard course={current} now={now} />
      ) : (
        <EmptyState
          title={
            courses.length
              ? 'Semua kelasmu sudah selesai. Lanjut ke kelas berikutnya?'
              : 'Belum ada kelas aktif. Mulai dari kelas gratis?'
          }
        >
          <ButtonLink to={paths.catalogue({ type: 'free' })}>Lihat kelas gratis</ButtonLink>
        </EmptyState>
      )}
      <WeeklyGoalCard loaded={goal} />
      <WeekNumbers activity={activity} finished={courses.filter(({ finishedAt }) => finishedAt !== null).length} />
      {activity.recent.length > 0 && <Recent activity={activity} courses={courses} now={now} />}
      {ebooks}
      {recommended.length > 0 && (
        <section aria-labelledby="rekomendasi">
          <h2 id="rekomendasi" className="mb-4 text-xl font-bold">
            Mungkin cocok untukmu
          </h2>
          <ul className="cards [--card-gap:1rem]">
            {recommended.map((course) => (
              <li key={course._id}>
                <CourseCard course={course} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function encouragement({ completedThisWeek, streakDays }: Activity): string {
  if (streakDays > 1) return `Sudah ${streakDays} hari berturut-turut belajar. Jaga ritmenya!`
  if (completedThisWeek > 0) return `${completedThisWeek} materi selesai minggu ini.`
  return 'Naik kelas, satu langkah tiap hari.'
}

const recentShown = 3

function Recent({ activity, courses, now }: { activity: Activity; courses: EnrolledCourse[]; now: Date }) {
  const lessons = activity.recent.flatMap(({ courseId, contentId: lessonId, completedAt }) => {
    const course = courses.find((candidate) => candidate._id === courseId)
    const lesson = course?.details.find((candidate) => candidate._id === lessonId)
    return course && lesson ? [{ course, content: lesson, completedAt }] : []
  })
  if (lessons.length === 0) return null
  return (
    <section aria-labelledby="terakhir">
      <h2 id="terakhir" className="mb-4 text-xl font-bold">
        Terakhir diselesaikan
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {lessons.slice(0, recentShown).map(({ course, content: lesson, completedAt }) => (
          <li key={lesson._id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3">
            <span className="min-w-0">
              <Link
                to={paths.player({ courseId: course._id, lessonId: lesson._id })}
                className="font-semibold hover:underline"
              >
                {lesson.title}
              </Link>
              <span className="block text-sm text-ink-3">{course.title}</span>
            </span>
            <span className="text-sm text-ink-3">{timeAgo(completedAt, now)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
