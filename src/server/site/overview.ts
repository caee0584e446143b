import { dayMs } from '#contract/kit/durations.ts'
import { publicStatus } from '#contract/commerce/transactions.ts'
import { jakartaDay, jakartaMidnight } from '#contract/kit/days.ts'
import type { Overview, OverviewDay } from '#contract/site/overview.ts'
import type { Authoring } from '#server/catalog/authoring/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Commerce } from '#server/commerce/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { Instructors } from '#server/instructors/index.ts'
import type { Identity } from '#server/identity/index.ts'
import { listFirstSteps, type FirstStepDeps } from './first-steps.ts'
import type { Learning } from '#server/learning/index.ts'

type Deps = {
  identity: Identity
  catalog: Catalog
  learning: Learning
  commerce: Commerce
  authoring: Authoring
  instructors: Instructors
  clock: Clock
} & FirstStepDeps

/** The figures of the whole site for an admin, of their own courses for an instructor. */
export async function showOverview(deps: Deps, staff: Viewer, dayCount: number): Promise<Overview> {
  const { identity, catalog, learning, commerce, clock } = deps
  const now = clock.now()
  const days = listDays(now, dayCount)
  const from = jakartaMidnight(jakartaDay(new Date(now.getTime() - (dayCount - 1) * dayMs)))
  const isAdmin = staff.role === 'admin'
  const scope = isAdmin ? null : await catalog.listCourseIdsOf(staff.id, 'edit')
  const owned = scope && (await catalog.listCourseIdsOf(staff.id, 'own'))
  const own = scope && { instructorId: staff.id, courseIds: scope, ownsAll: owned?.length === scope.length }
  const [figures, learned, sold, accounts, attention, waiting, teaching] = await Promise.all([
    catalog.readFigures(scope),
    learning.readFigures(own, { since: from, now }),
    commerce.readFigures(own, from),
    isAdmin ? identity.readFigures(from) : null,
    isAdmin ? commerce.listAttention() : [],
    isAdmin ? commerce.countWaiting() : null,
    isAdmin ? countTeaching(deps) : null,
  ])
  const titles = new Map(
    (await catalog.listCoursesById(learned.losing.map(({ courseId }) => courseId))).map((course) => [
      course.id,
      course.title,
    ]),
  )
  const signUps = accounts?.signUps ?? learned.enrollments
  return {
    firstSteps: isAdmin ? await listFirstSteps(deps, { hasLessons: figures.courses > 0 && figures.contents > 0 }) : [],
    tiles: {
      students: accounts?.students ?? learned.students ?? 0,
      courses: figures.courses,
      contents: figures.contents,
      transactions: sold.transactions,
    },
    figures: { finished: learned.finished, sold: sold.sold, refunded: sold.refunded },
    days: days.map((day): OverviewDay => ({
      day,
      sales: sold.sales.find((row) => row.day === day)?.amountIdr ?? 0,
      signUps: signUps.find((row) => row.day === day)?.count ?? 0,
      completions: learned.completions.find((row) => row.day === day)?.count ?? 0,
    })),
    latestTransactions: sold.latest.map((row) => ({
      _id: row.id,
      buyer: row.buyerName,
      item: row.itemTitle,
      amount: row.amountIdr,
      status: publicStatus(row.state),
      state: row.state,
      createdAt: row.createdAt.toISOString(),
    })),
    attention: attention.map((row) => ({
      _id: row.id,
      buyer: row.buyerName,
      item: row.itemTitle,
      amount: row.amountIdr,
      state: row.state,
      alert: row.alert,
      createdAt: row.createdAt.toISOString(),
    })),
    waiting,
    teaching,
    losing: learned.losing.map(({ courseId, students, finished, idle }) => ({
      _id: courseId,
      title: titles.get(courseId) ?? '',
      students,
      finished,
      idle,
    })),
  }
}

const countTeaching = async ({ authoring, instructors }: Deps): Promise<Overview['teaching']> => ({
  applications: await instructors.countWaitingApplications(),
  courses: await authoring.countWaitingCourses(),
})

/** The last days up to today, the oldest first, in western Indonesian time. */
function listDays(now: Date, dayCount: number): string[] {
  return Array.from({ length: dayCount }, (_, index) =>
    jakartaDay(new Date(now.getTime() - (dayCount - 1 - index) * dayMs)),
  )
}
