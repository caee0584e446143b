import { and, eq, isNotNull, isNull, not, type SQL } from 'drizzle-orm'
import { jakartaMinute } from '#contract/kit/days.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import type {
  AttemptState,
  ListQuizResultsInput,
  QuizAttemptRow,
  QuizResultsFilter,
} from '#contract/assessment/quiz-results.ts'
import { findOwnLesson, type LessonKey } from '#server/catalog/index.ts'
import { exportCsv, type CsvRow } from '#server/platform/csv/index.ts'
import { countUpTo, keyset, type KeysetInput, type KeysetPage } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { userSql } from '#server/identity/index.ts'
import type { AssessmentDeps } from './deps.ts'
import { quizAttempts } from './tables.ts'

const byStart = { key: quizAttempts.startedAt, type: 'instant', id: quizAttempts.id, descending: true } as const

const stateSql: Record<AttemptState, SQL | undefined> = {
  open: isNull(quizAttempts.submittedAt),
  passed: eq(quizAttempts.passed, true),
  failed: and(isNotNull(quizAttempts.submittedAt), not(eq(quizAttempts.passed, true))),
}

const matching = (lessonId: string, { q, state }: QuizResultsFilter): SQL | undefined =>
  and(
    eq(quizAttempts.lessonId, lessonId),
    q ? userSql.matches(quizAttempts.userId, q) : undefined,
    state ? stateSql[state] : undefined,
  )

type FoundRow = { id: string; position: string; row: QuizAttemptRow }

async function readResults(
  { database, identity }: AssessmentDeps,
  where: SQL | undefined,
  input: KeysetInput,
): Promise<FoundRow[]> {
  const at = keyset(byStart, input)
  const { id, userId, number, startedAt, submittedAt, percent, passed } = quizAttempts
  const rows = await database.query
    .select({ id, userId, number, startedAt, submittedAt, percent, passed, position: at.position })
    .from(quizAttempts)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const people = await identity.findUserProfiles(rows.map((row) => row.userId))
  return rows.map(({ id, userId, number, startedAt, submittedAt, percent, passed, position }) => ({
    id,
    position,
    row: {
      _id: id,
      student: { name: people.get(userId)?.name ?? '', email: people.get(userId)?.email ?? '' },
      number,
      startedAt: startedAt.toISOString(),
      submittedAt: submittedAt?.toISOString() ?? null,
      seconds: submittedAt && Math.round((submittedAt.getTime() - startedAt.getTime()) / 1000),
      percent,
      state: submittedAt === null ? 'open' : passed ? 'passed' : 'failed',
    },
  }))
}

type Page = KeysetPage<QuizAttemptRow> & { total: number; isCounted: boolean }

/** One page of the attempts at a quiz, newest first; null for a quiz of others. */
export async function listResults(
  deps: AssessmentDeps,
  staff: Viewer,
  { key, input }: { key: LessonKey; input: ListQuizResultsInput },
): Promise<Page | null> {
  const lesson = await findOwnLesson(deps.database.query, staff, key, 'edit')
  if (lesson?.type !== 'quiz') return null
  const where = matching(lesson.id, input)
  const at = keyset(byStart, input)
  const found = await readResults(deps, where, input)
  const { rows, ...steps } = at.finish(found)
  return {
    rows: rows.map(({ row }) => row),
    ...steps,
    ...(await at.count(found, () => countUpTo(deps.database.query, maximumCounted, quizAttempts, where))),
  }
}

const header = [
  'Nama',
  'Email',
  'Percobaan',
  'Dimulai (WIB)',
  'Dikumpulkan (WIB)',
  'Durasi (detik)',
  'Nilai (%)',
  'Status',
]
const stateLabels: Record<AttemptState, string> = { passed: 'Lulus', failed: 'Belum lulus', open: 'Sedang dikerjakan' }

const toCells = ({ row: { student, number, startedAt, submittedAt, seconds, percent, state } }: FoundRow): CsvRow => [
  student.name,
  student.email,
  number,
  jakartaMinute(startedAt),
  submittedAt && jakartaMinute(submittedAt),
  seconds,
  percent,
  stateLabels[state],
]

/** The filtered attempts as CSV; null for a quiz of others. Exports personal data, so it is recorded in the audit log. */
export async function exportResults(
  deps: AssessmentDeps,
  staff: Viewer,
  { key, filter }: { key: LessonKey; filter: QuizResultsFilter },
): Promise<Download | null> {
  const { database, audit } = deps
  const lesson = await findOwnLesson(database.query, staff, key, 'edit')
  if (lesson?.type !== 'quiz') return null
  const details = { title: lesson.title, courseId: key.courseId }
  await audit.record(database.query, {
    actorId: staff.id,
    action: 'quiz.results-exported',
    subjectId: lesson.id,
    details,
  })
  const where = matching(lesson.id, filter)
  const readPage = (after: FoundRow | null, limit: number) => {
    // One row more than the limit of a list is read.
    const input = { page: 1, limit: limit - 1 }
    return readResults(deps, and(where, after ? keyset(byStart, input).after(after) : undefined), input)
  }
  return exportCsv(deps, { name: `hasil-${lesson.title}`, what: 'attempts at a quiz', header, toCells, readPage })
}
