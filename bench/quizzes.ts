import { sql } from 'drizzle-orm'
import { migrate, openDatabase, type Database } from '#server/platform/database/index.ts'
import { mustBe } from '#server/platform/outcomes.ts'
import { createQuiz } from '#testing/materials/quizzes.ts'
import { startTestSite } from '#testing/test-site.ts'
import { quantile, timeOf } from './support/measure.ts'
import { runPostgres } from './support/resources.ts'

// SQL statements and milliseconds of each call on PostgreSQL, without HTTP, and the instructor's results. Exits with 1 when a p99 is above its
// line: 10 ms, or on a slow or busy machine twice what inserting an equal row alone takes in the same run.

const rounds = 1000
const withoutSession = { photo: '', sessionId: '', hasFreshProof: false, mustSetUpTwoSteps: false }
const columns = sql.raw(
  'user_id, course_id, content_id, revision_id, layout, pass_percent, show_answers, answers, seq, started_at, submitted_at, percent, passed, points',
)
const quizzes = 10
const attemptsEach = 10
/** Limits the p99 of the student's calls. */
const lineMs = 10

export async function run({ attempts }: { attempts: number }): Promise<void> {
  const students = Math.max(rounds, Math.ceil(attempts / quizzes / attemptsEach))
  await using server = await runPostgres()
  const counter = { statements: 0 }
  const database = await openDatabase({ databaseUrl: server.url, onQuery: () => void counter.statements++ })
  await using ended = new AsyncDisposableStack()
  await migrate(database)
  const site = await startTestSite({ database })
  ended.defer(() => site.close())
  const instructor = await site.createInstructor()
  const { id: courseId } = await site.createCourse({ instructorId: instructor.id })
  const lessonIds: string[] = []
  for (let made = 0; made < quizzes; made++)
    lessonIds.push((await createQuiz(site.call, { courseId, token: instructor.token })).contentId)
  await fill(database, courseId, students)

  const { assessment } = site.app.modules
  const key = { courseId, lessonId: lessonIds[0] ?? '' }
  const viewers = Array.from({ length: rounds }, (_, index) => ({
    ...instructor,
    id: studentId(index + 1),
    role: 'student' as const,
    ...withoutSession,
  }))
  const staff = { ...instructor, role: 'instructor' as const, ...withoutSession }
  const none = { own: { userId: '', attemptId: '' }, answers: {} }
  const opened: { own: { userId: string; attemptId: string }; answers: Record<string, string> }[] = []
  let copies = 0
  /** Inserts into another quiz than the one that is measured. */
  const insertEqualRow = (round: number) =>
    database.prepared.execute(sql`insert into quiz_attempts (id, number, ${columns})
      select gen_random_uuid(), ${1000 + copies++}::integer, ${columns} from quiz_attempts
      where user_id = ${studentId(round + 1)} and content_id = ${lessonIds[1] ?? ''} and number = 1`)

  /** Measures calls, each after a row that equals an attempt was inserted with one statement: what the machine needs at that moment to store one. */
  async function measureBesideFloor(name: string, call: (round: number) => Promise<unknown>): Promise<void> {
    const floor: number[] = []
    const samples = await measure(
      name,
      call,
      rounds,
      async (round) => void floor.push(await timeOf(() => insertEqualRow(round))),
    )
    printRow('– a row alone', 1, floor)
    if (quantile(samples, 0.99) > Math.max(lineMs, 2 * quantile(floor, 0.99))) process.exitCode = 1
  }

  async function measure(
    name: string,
    call: (round: number) => Promise<unknown>,
    times = rounds,
    before?: (round: number) => Promise<void>,
  ) {
    const samples: number[] = []
    let statements = 0
    for (let round = 0; round < times; round++) {
      await before?.(round)
      counter.statements = 0
      samples.push(await timeOf(() => call(round)))
      statements += counter.statements
    }
    printRow(name, statements / times, samples)
    return samples
  }

  process.stdout.write(
    `${attempts} attempts of ${students} students\n\n| call | statements | p50 ms | p99 ms |\n|---|---|---|---|\n`,
  )
  await measureBesideFloor('open an attempt', async (round) => {
    const viewer = viewers[round] ?? staff
    const { _id: attemptId, questions } = mustBe(await assessment.openAttempt(viewer, key), 'opened').attempt
    const [question] = questions
    opened.push({
      own: { userId: viewer.id, attemptId },
      answers: { [question?._id ?? '']: question?.options?.[0]?._id ?? '' },
    })
  })
  await measureBesideFloor('save answers', (round) => {
    const { own, answers } = opened[round] ?? none
    return assessment.saveAnswers(own, { answers, seq: 1 })
  })
  await measureBesideFloor('submit', (round) => assessment.submitAttempt((opened[round] ?? none).own))
  await measure('results, first page', () => assessment.results.list(staff, { key, input: { page: 1, limit: 25 } }))
  await measure('results, failed only', () =>
    assessment.results.list(staff, { key, input: { page: 1, limit: 25, state: 'failed' } }),
  )
  await measure('figures of questions', () => assessment.results.showFigures(staff, key), 20)
}

function printRow(name: string, statementsEach: number, samples: readonly number[]): void {
  process.stdout.write(
    `| ${name} | ${statementsEach.toFixed(1)} | ${quantile(samples, 0.5).toFixed(1)} | ${quantile(samples, 0.99).toFixed(1)} |\n`,
  )
}

function studentId(number: number): string {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

/** Students, their enrolments, and submitted attempts of them at every quiz, with the questions as they are. */
async function fill(database: Database, courseId: string, students: number): Promise<void> {
  const id = `('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
  const everyone = `generate_series(1, ${students}) as n`
  const session = await database.openSession()
  try {
    await session.run(`set statement_timeout = 0;
      insert into users (id, name, email, role, created_at) select ${id}, 'Siswa ' || n, 'ukur' || n || '@contoh.id', 'student', '2026-01-01' from ${everyone};
      insert into enrollments (user_id, course_id, source_ref, granted_at) select ${id}, '${courseId}', 'free', '2026-01-01' from ${everyone};
      insert into quiz_attempts
        (id, user_id, course_id, content_id, number, revision_id, layout, pass_percent, show_answers, answers, seq, started_at, submitted_at, percent, passed, points)
      select gen_random_uuid(), ${id}, '${courseId}', quizzes.content_id, k, quizzes.revision_id, layouts.layout, 70, 'after-attempt', '{}', 1,
        timestamptz '2026-01-02' + k * interval '1 day' + n * interval '1 second', timestamptz '2026-01-02' + k * interval '1 day' + (n + 600) * interval '1 second',
        n % 101, n % 101 >= 70, '{}'
      from ${everyone}, generate_series(1, ${attemptsEach}) as k, quizzes
        join (select id, (select jsonb_agg(jsonb_build_object('id', question ->> '_id', 'parts', '[]'::jsonb)) from jsonb_array_elements(questions) as question) as layout
          from quiz_revisions) as layouts on layouts.id = quizzes.revision_id`)
    await session.run('vacuum analyze')
  } finally {
    await session.close()
  }
}
