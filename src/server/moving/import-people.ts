import { newId } from '#server/platform/new-id.ts'
import { maximumImportedRows } from '#contract/moving/people.ts'
import { cleanEmail } from '#contract/kit/text/identifier.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { invalidInput } from '#server/platform/outcomes.ts'
import { emptyFile, withMistakes, type InviteDeps, type InviteOptions, type InviteOutcome } from './invite-users.ts'
import { checkPeople, type Person, type PersonLine } from './read-people.ts'

export type PeopleDeps = InviteDeps & { clock: Clock }

/**
 * Creates accounts and enrolments with their history from lines of another platform, without a mail.
 */
export async function importPeople(
  deps: PeopleDeps,
  admin: Viewer,
  { lines, dryRun, skipMistakes }: InviteOptions & { lines: readonly PersonLine[] },
): Promise<InviteOutcome> {
  const { identity, catalog, learning, clock } = deps
  if (lines.length === 0) return emptyFile
  if (lines.length > maximumImportedRows)
    return invalidInput({ file: `Paling banyak ${maximumImportedRows.toLocaleString('id-ID')} baris sekali unggah.` })
  const accounts = await identity.findAccountsByEmail(lines.map(({ email }) => cleanEmail(email)))
  const enrolled = await learning.findCourseIdsOf(
    [...accounts.values()].map(({ id }) => id),
    { alsoRevoked: true },
  )
  const named = lines.map(({ course }) => course).filter((course) => course !== '')
  const findCourse = await catalog.courseFinder(named, { alsoArchived: true })
  const checked = checkPeople(lines, { now: clock.now(), accounts, enrolled, findCourse })
  const rows = checked.map(({ row }) => row)
  if (dryRun) return { outcome: 'checked', rows }
  const people = checked.flatMap(({ person }) => person ?? [])
  if (people.length === 0 || (people.length < lines.length && !skipMistakes)) return withMistakes
  const lessons = await catalog.listLessonSummariesByCourse([
    ...new Set(people.flatMap(({ study }) => study?.course.id ?? [])),
  ])
  const lessonIds = new Map([...lessons].map(([courseId, own]) => [courseId, own.map(({ id }) => id)]))
  await deps.database.transaction((tx) => storePeople(tx, deps, people, lessonIds, admin))
  return { outcome: 'checked', rows }
}

/** Accounts are created in the order of their addresses, and enrolments in one order, so that two imports cannot wait for each other. */
async function storePeople(
  tx: Tx,
  deps: PeopleDeps,
  people: readonly Person[],
  lessonIds: ReadonlyMap<string, string[]>,
  admin: Viewer,
): Promise<void> {
  const { identity, learning, audit, clock } = deps
  const byEmail = Map.groupBy(people, ({ row }) => row.email)
  const idOf = new Map<string, string>()
  for (const [email, lines] of [...byEmail].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [first] = lines
    const name = first?.row.name ?? email
    const passwordHash = lines.find((line) => line.passwordHash !== null)?.passwordHash ?? null
    const known = first?.account?.id ?? null
    const made = known
      ? null
      : await identity.insertUser(tx, {
          name,
          email,
          role: 'student',
          createdAt: clock.now(),
          passwordHash,
          waitsForInvitation: true,
        })
    // Another import or a sign-up may have created it meanwhile.
    const id = known ?? made?.id ?? (await identity.findAccountsByEmail([email], tx)).get(email)?.id
    if (id === undefined) throw new Error('The account of a taken address was deleted during the import')
    idOf.set(email, id)
  }
  const studies = people.flatMap(({ row, study }) => {
    if (!study) return []
    const { course, enrolledAt, finishedAt, percent } = study
    const lessons = lessonIds.get(course.id) ?? []
    const done = lessons.slice(0, Math.round((lessons.length * percent) / 100))
    return [
      {
        userId: idOf.get(row.email) ?? '',
        courseId: course.id,
        sourceRef: `staff:${newId()}`,
        grantedAt: enrolledAt,
        completed: done.map((lessonId) => ({ lessonId, completedAt: finishedAt ?? enrolledAt })),
        isFinished: percent === 100 && lessons.length > 0,
      },
    ]
  })
  const key = ({ courseId, userId }: { courseId: string; userId: string }) => `${courseId} ${userId}`
  await learning.importHistory(
    tx,
    studies.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)),
  )
  const courses = [...new Set(studies.map(({ courseId }) => courseId))]
  const details = { users: [...idOf.values()], courses }
  await audit.record(tx, {
    actorId: admin.id,
    action: 'users.imported',
    subjectId: 'import',
    details,
  })
}
