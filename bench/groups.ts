import { sql } from 'drizzle-orm'
import { minuteMs } from '#contract/kit/durations.ts'
import { migrate, openDatabase, type Database } from '#server/platform/database/index.ts'
import { startTestSite } from '#testing/test-site.ts'
import { print, quantile, report, timeOf } from './support/measure.ts'
import { runPostgres } from './support/resources.ts'

// Schedules, calendar feeds and members among many cohorts, and one meeting that many people join, on PostgreSQL without HTTP. A p99 is
// compared with its line, or on a slow or busy machine with twice what inserting an attendance alone takes in the same run.

const rounds = 500
const cohortsPerCourse = 5
const lineMs = { read: 10, join: 50 }

type Options = { students: number; cohorts: number; attendances: number; joins: number; seconds: number }

export async function run({ students, cohorts, attendances, joins, seconds }: Options): Promise<void> {
  await using server = await runPostgres()
  const counter = { statements: 0 }
  const database = await openDatabase({ databaseUrl: server.url, onQuery: () => void counter.statements++ })
  await using ended = new AsyncDisposableStack()
  await migrate(database)
  const site = await startTestSite({ database })
  ended.defer(() => site.close())
  const instructor = await site.createInstructor()
  const { id: courseId } = await site.createCourse({ instructorId: instructor.id })
  await fill(database, { students, cohorts, attendances, joins, courseId })
  site.clock.advance(Date.now() - site.clock.now().getTime())

  const { groups, members, teams } = site.app.modules
  const rights = { photo: '', sessionId: '', hasFreshProof: false, mustSetUpTwoSteps: false }
  const staff = { ...instructor, role: 'instructor' as const, ...rights }
  const some = (round: number, of: number) => 1 + ((round * 7919) % of)
  const feeds: string[] = []
  for (let round = 0; round < rounds; round++) {
    const url = await groups.showFeed(idOf('student', some(round, students)))
    feeds.push(new URL(url).pathname.split('/').at(-1) ?? '')
  }
  const floor: number[] = []
  for (let round = 0; round < rounds; round++)
    floor.push(
      await timeOf(() =>
        database.prepared.execute(sql`insert into attendances (meeting_id, user_id, attended, by_hand, noted_at)
      values (${idOf('meeting', 0)}, gen_random_uuid(), true, false, now())`),
      ),
    )
  const floorMs = quantile(floor, 0.99)
  print(
    `${students} students in ${cohorts} cohorts, ${attendances} attendances; one more alone: p99 ${floorMs.toFixed(1)} ms`,
  )

  function say(name: string, samples: readonly number[], line: number, more = ''): void {
    const p99 = quantile(samples, 0.99)
    const text = `p50 ${quantile(samples, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${more}`
    report(p99 <= Math.max(line, 2 * floorMs), `${name.padEnd(24)} ${text}`)
  }
  async function measure(name: string, call: (round: number) => Promise<unknown>): Promise<void> {
    // The first calls of a connection plan their statements.
    for (let round = 0; round < 20; round++) await call(round)
    const samples: number[] = []
    counter.statements = 0
    for (let round = 0; round < rounds; round++) samples.push(await timeOf(() => call(round)))
    say(name, samples, lineMs.read, `, ${(counter.statements / rounds).toFixed(1)} statements`)
  }
  await measure('schedule of a student', (round) => members.showSchedule(idOf('student', some(round, students))))
  await measure('calendar feed', (round) => groups.downloadSchedule(feeds[round] ?? ''))
  await measure('members of a cohort', (round) =>
    members.listMembers(staff, { id: idOf('cohort', some(round, cohorts)) }),
  )
  await measure('members of a team', (round) => {
    const number = some(round, cohorts)
    return teams.listMembers({ ...staff, id: idOf('student', number) }, { id: idOf('team', number) })
  })
  await measure('attendance of a meeting', (round) =>
    members.listAttendance(staff, { id: idOf('meeting', some(round, cohorts)) }),
  )

  // Many people come to one meeting, at a steady rate, whether those before them are in already or not.
  const everyMs = (seconds * 1000) / joins
  const samples: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: joins }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * everyMs))
      const person = idOf('guest', index + 1)
      samples.push(await timeOf(() => groups.joinMeeting(person, idOf('meeting', 0))))
    }),
  )
  const took = ((performance.now() - began) / 1000).toFixed(0)
  say(`${joins} people join`, samples, lineMs.join, `, within ${took} s`)
}

const kinds = { student: 1, guest: 2, course: 3, cohort: 4, meeting: 5, team: 6 }
const prefixOf = (kind: keyof typeof kinds): string => `00000000-0000-7000-800${kinds[kind]}-`
/** The meeting and cohort 0 are those that all guests join. */
const idOf = (kind: keyof typeof kinds, number: number): string =>
  prefixOf(kind) + number.toString(16).padStart(12, '0')

type Size = Pick<Options, 'students' | 'cohorts' | 'attendances' | 'joins'> & { courseId: string }

/** Every student is in one cohort, by a seat of a team with the same members; in it each has as many past meetings as attendances, and one to come. */
async function fill(database: Database, { students, cohorts, attendances, joins, courseId }: Size): Promise<void> {
  const id = (kind: keyof typeof kinds, number: string) =>
    `('${prefixOf(kind)}' || lpad(to_hex(${number}), 12, '0'))::uuid`
  const courses = Math.ceil(cohorts / cohortsPerCourse)
  const meetingsEach = Math.max(1, Math.round(attendances / students))
  const cohortOf = `1 + n % ${cohorts}`
  const courseOf = (cohort: string) => id('course', `(${cohort}) / ${cohortsPerCourse}`)
  const copied = `status, title, tagline, description, category_id, instructor_id, price_idr, published_at, created_at, updated_at`
  const session = await database.openSession()
  try {
    await session.run(`set statement_timeout = 0;
      insert into courses (id, ${copied}) select ${id('course', 'n')}, ${copied} from courses, generate_series(0, ${courses}) as n where id = '${courseId}';
      insert into groups (id, kind, course_id, name, starts_on, join_until, attendance_percent, created_at, updated_at)
        select ${id('cohort', 'n')}, 'cohort', ${courseOf('n')}, 'Angkatan ' || n, current_date - 60, current_date + 60, 80, now(), now()
        from generate_series(0, ${cohorts}) as n;
      insert into meetings (id, group_id, title, starts_at, minutes, url, created_at, updated_at)
        select ${id('meeting', `n + k * ${cohorts + 1}`)}, ${id('cohort', 'n')}, 'Sesi ' || k,
          now() - (k - 1) * interval '3 days' - interval '${minuteMs / 1000} seconds', 90, 'https://meet.contoh.id/a', now(), now()
        from generate_series(0, ${cohorts}) as n, generate_series(0, ${meetingsEach}) as k where n > 0 or k = 0;
      update meetings set starts_at = now() where id = ${id('meeting', '0')};
      insert into users (id, name, email, role, created_at)
        select ${id('student', 'n')}, 'Siswa ' || n, 'ukur' || n || '@contoh.id', 'student', timestamptz '2026-01-01' from generate_series(1, ${students}) as n
        union all
        select ${id('guest', 'n')}, 'Tamu ' || n, 'tamu' || n || '@contoh.id', 'student', timestamptz '2026-01-01' from generate_series(1, ${joins}) as n;
      insert into groups (id, kind, name, manager_id, sold_title, link_id, seats, created_at, updated_at)
        select ${id('team', 'n')}, 'team', 'Tim ' || n, ${id('student', 'n')}, 'Kelas', gen_random_uuid(), 500, now(), now()
        from generate_series(1, ${cohorts}) as n;
      insert into team_items (group_id, kind, item_id, position)
        select ${id('team', 'n')}, 'course', ${courseOf('n')}, 0 from generate_series(1, ${cohorts}) as n;
      insert into enrollments (user_id, course_id, source_ref, granted_at, group_id, group_joined_at, team_id)
        select ${id('student', 'n')}, ${courseOf(cohortOf)}, 'free', timestamptz '2026-01-01', ${id('cohort', cohortOf)}, timestamptz '2026-01-01', ${id('team', cohortOf)} from generate_series(1, ${students}) as n
        union all
        select ${id('guest', 'n')}, ${id('course', '0')}, 'free', timestamptz '2026-01-01', ${id('cohort', '0')}, timestamptz '2026-01-01', null from generate_series(1, ${joins}) as n;
      insert into attendances (meeting_id, user_id, attended, by_hand, noted_at)
        select ${id('meeting', `${cohortOf} + k * ${cohorts + 1}`)}, ${id('student', 'n')}, true, false, now()
        from generate_series(1, ${students}) as n, generate_series(1, ${meetingsEach}) as k`)
    await session.run('vacuum analyze')
  } finally {
    await session.close()
  }
}
