import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import { jakartaDay, jakartaMidnight } from '#contract/kit/days.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { mustBe } from '#server/platform/outcomes.ts'
import { at, demoAccounts, findBuyer, findDemoStudent, type DemoDeps } from './accounts.ts'

/** The course of the demo instructor that is studied in cohorts, and the one of which the demo student bought seats. */
const ofCohorts = 'Flutter untuk Pemula'
const ofTeam = 'CSS Modern'
const members = ['larasati@demo.id', 'rezky@demo.id', 'grace@demo.id']
const colleagues = ['wahyu@demo.id', 'rusdi@demo.id']

const evening = { hours: 19, minutes: 90, url: 'https://meet.jit.si/cendaki-demo-flutter' }
const cohorts = [
  { name: 'Angkatan Kenanga', startsIn: -14, joinsFor: 7, endsIn: 21, seats: 30, title: 'Bedah kode bersama', weeks: 5 },
  { name: 'Angkatan Melati', startsIn: 12, joinsFor: 2, endsIn: 47, seats: 25, title: 'Bangun aplikasi bareng', weeks: 4 },
]

type Modules = DemoDeps['app']['modules']

/** Two cohorts with live meetings, of which the demo student has visited one; where purchases can be paid also a team that the demo student manages. */
export async function seedGroups(deps: DemoDeps): Promise<void> {
  const { catalog } = deps.app.modules
  const { cards } = await catalog.listCourses({ type: 'premium', sort: 'newest', page: 1, limit: 100 })
  const idOf = (start: string) => cards.find(({ title }) => title.startsWith(start))?._id
  const [courseId, teamCourseId] = [idOf(ofCohorts), idOf(ofTeam)]
  if (courseId) await seedCohorts(deps, courseId)
  if (teamCourseId && deps.pay) await seedTeam(deps, teamCourseId, deps.pay)
}

async function seedCohorts({ app, clock }: DemoDeps, courseId: string): Promise<void> {
  const { authoring, groups, members: cohortMembers, identity } = app.modules
  const teacher = await findTeacher(app.modules)
  const student = await findDemoStudent(app)
  if (!teacher) return
  mustBe(await authoring.updateCourse(teacher, { courseId, change: { enrolment: 'cohorts' }, isPatch: true }), 'saved')
  const now = clock.now().getTime()
  const day = (days: number) => jakartaDay(new Date(now + days * dayMs))
  const others = await Promise.all(members.map((email) => identity.findIdByEmail(email)))
  for (const { name, startsIn, joinsFor, endsIn, seats, title, weeks } of cohorts) {
    // As if it had been planned a week before its start.
    await at(clock, new Date(now + Math.min(0, startsIn - 7) * dayMs), async () => {
      const opened = await groups.createCohort(teacher, {
        id: courseId,
        name,
        startsOn: day(startsIn),
        joinUntil: day(startsIn + joinsFor),
        endsOn: day(endsIn),
        seats,
        attendancePercent: 60,
        recordingCounts: true,
      })
      if (opened.outcome !== 'created') return
      const { _id: id } = opened.cohort
      const startsAt = new Date(jakartaMidnight(day(startsIn + 1)).getTime() + evening.hours * 60 * minuteMs)
      const { minutes, url } = evening
      const planned = await groups.createMeetings(teacher, {
        id,
        title,
        startsAt: startsAt.toISOString(),
        minutes,
        url,
        weeks,
      })
      if (startsIn > 0 || planned.outcome !== 'created') return
      const userIds = [student.id, ...others.filter((other) => other !== null)]
      mustBe(await cohortMembers.addMembers(teacher, { id, userIds }), 'added')
      const [first] = planned.meetings
      if (!first) return
      clock.set(startsAt)
      for (const userId of userIds) await groups.joinMeeting(userId, first._id)
    })
  }
}

async function findTeacher({ identity }: Pick<Modules, 'identity'>): Promise<Viewer | null> {
  const id = await identity.findIdByEmail(demoAccounts.instructor)
  return id === null ? null : { ...(await findBuyer({ identity }, id)), role: 'instructor' }
}

async function seedTeam({ app }: DemoDeps, courseId: string, pay: NonNullable<DemoDeps['pay']>): Promise<void> {
  const { commerce, identity, teams } = app.modules
  const manager = await findDemoStudent(app)
  const ordered = await commerce.checkout({
    student: manager,
    wanted: [{ kind: 'course', itemId: courseId }],
    gift: null,
    team: { teamId: null, seats: 5, name: 'Koperasi Tani Makmur', npwp: null },
    promoCode: null,
    client: 'demo',
  })
  if (ordered.outcome !== 'opened' || !ordered.token) return
  await pay(ordered.token)
  const [team] = await teams.listTeams(manager.id)
  const token = team && new URL(team.joinUrl).pathname.split('/').at(-1)
  if (!token) return
  for (const [index, email] of colleagues.entries()) {
    const id = await identity.findIdByEmail(email)
    if (id) await teams.joinTeam(await findBuyer({ identity }, id), { token, showProgress: index === 0 })
  }
}
