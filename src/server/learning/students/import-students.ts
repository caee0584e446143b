import * as z from 'zod/mini'
import { addStudentInput, maximumCsvRows, type ImportedRow } from '#contract/learning/course-students.ts'
import { someNotInvited } from '#contract/learning/invitations.ts'
import type { CsvColumns } from '#contract/kit/csv-columns.ts'
import { inviteStudents } from './invite.ts'
import type { CourseRow } from '#server/catalog/index.ts'
import {
  columnsOf,
  nameIn,
  readTable,
  studentReader,
  withoutGuard,
  writeFaultyRows,
  type ColumnsUnsure,
  type StudentRole,
  type Table,
} from '#server/platform/csv/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { UserAccount } from '#server/identity/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'
import { mayMailAccess } from '#server/learning/enrolment/access-mail-limits.ts'
import { findEnrolled } from '#server/learning/enrolment/enroll.ts'
import { giveAccess } from '#server/learning/enrolment/give-access.ts'
import type { CourseStudentsDeps } from './deps.ts'
import { findOwnCourse, notFound, type CourseNotFound } from './own-course.ts'

/** `faulty`: the lines with mistakes as CSV, with what is wrong. */
type Imported = {
  outcome: 'imported'
  rows: ImportedRow[]
  faulty: string | null
  table: CsvColumns<StudentRole>
  /** About the file as a whole: which lines are meant would tell who has an account. */
  note: string | null
}
type CheckedLine = {
  line: number
  email: string
  name: string
  outcome: ImportedRow['outcome']
  account: UserAccount | null
}

type Options = {
  courseId: string
  file: File
  dryRun: boolean
  /** Mails each student that the course is open. */ notify: boolean
  columns: readonly (StudentRole | 'none')[] | undefined
}

/** Reports the lines of a CSV that cannot be added, and adds all others together. */
export async function importStudents(
  deps: CourseStudentsDeps,
  staff: Viewer,
  { courseId, file, dryRun, notify, columns }: Options,
): Promise<Imported | ColumnsUnsure<StudentRole> | InvalidInput | CourseNotFound> {
  const course = await findOwnCourse(deps, staff, courseId)
  if (!course) return notFound
  const read = await readTable(deps, studentReader, file, { userId: staff.id, field: 'file', columns })
  if (read.outcome !== 'read') return read
  const { table, shown: columnsRead } = read
  const lines = readEmails(table)
  if (lines.length > maximumCsvRows) return invalidInput({ file: 'Paling banyak 2000 baris sekali unggah.' })
  const checked = await checkLines(deps, courseId, lines)
  const wanted = checked.flatMap(({ outcome, account }) => (outcome === 'added' && account ? [account] : []))
  const added = dryRun || wanted.length === 0 ? null : await addAll(deps, staff, course, wanted, notify)
  const unknown = checked.flatMap(({ outcome, email }) => (outcome === 'unknown' ? [email] : []))
  // A check of the file says nothing of it: it would tell which addresses have an account, and leave no trace.
  const { areSomeLeft } =
    dryRun || staff.role === 'admin'
      ? { areSomeLeft: false }
      : await inviteStudents(deps, staff, { courseId, emails: unknown })
  const messages = importMessages(dryRun, staff)
  const isAdmin = staff.role === 'admin'
  const rows = checked.map(({ line, name, email, outcome, account }): ImportedRow => {
    // To instructors an unknown address looks like a known one, because only admins can list all users.
    const hides = outcome === 'unknown' && !isAdmin
    const isLate = added !== null && outcome === 'added' && account !== null && !added.has(account.id)
    const shown = hides ? 'added' : isLate ? 'already-enrolled' : outcome
    return { line, name: isAdmin ? name.slice(0, 200) : '', email, outcome: shown, message: messages[shown] }
  })
  const mistakes = rows.filter(({ outcome }) => outcome !== 'added' && outcome !== 'already-enrolled')
  return {
    outcome: 'imported',
    rows,
    faulty: writeFaultyRows(await deps.csv.readFormat(), {
      header: table.header?.cells ?? null,
      records: table.rows,
      faulty: mistakes,
    }),
    table: columnsRead,
    note: areSomeLeft ? someNotInvited : null,
  }
}

/** The outcome of each line, before anything is written. */
async function checkLines(
  deps: CourseStudentsDeps,
  courseId: string,
  lines: readonly EmailLine[],
): Promise<CheckedLine[]> {
  const parsed = lines.map(({ value, ...line }) => ({
    ...line,
    value,
    email: z.safeParse(addStudentInput, { email: value }).data?.email ?? null,
  }))
  const accounts = await deps.identity.findAccountsByEmail(parsed.flatMap(({ email }) => email ?? []))
  const ids = [...accounts.values()].map(({ id }) => id)
  const enrolled = await findEnrolled(deps, courseId, ids)
  const seen = new Set<string>()
  return parsed.map(({ line, name, value, email }) => {
    if (email === null) return { line, name, email: value.slice(0, 254), outcome: 'invalid', account: null }
    const account = accounts.get(email) ?? null
    const isRepeated = seen.has(email)
    seen.add(email)
    const outcome = isRepeated
      ? 'repeated'
      : !account
        ? 'unknown'
        : enrolled.has(account.id)
          ? 'already-enrolled'
          : 'added'
    return { line, name: account?.name ?? name, email, outcome, account }
  })
}

/** Enrols them in one transaction, with one audit entry that lists them. Returns the ids of those who were not enrolled yet. */
async function addAll(
  deps: CourseStudentsDeps,
  staff: Viewer,
  course: CourseRow,
  accounts: readonly UserAccount[],
  notify: boolean,
): Promise<Set<string>> {
  const mailed = new Set<string>()
  for (const { id } of notify ? accounts : [])
    if (await mayMailAccess(deps, { userId: id, courseId: course.id })) mailed.add(id)
  return deps.database.transaction(async (tx) => {
    const grants = accounts.map((user) => ({
      user,
      course,
      notify: mailed.has(user.id),
      byAdmin: staff.role === 'admin',
    }))
    const added = (await giveAccess(tx, deps, grants)).map(({ user }) => user.id)
    if (added.length > 0)
      await deps.audit.record(tx, {
        actorId: staff.id,
        action: 'course.students-imported',
        subjectId: course.id,
        details: { users: added },
      })
    return new Set(added)
  })
}

const importMessages = (dryRun: boolean, staff: Viewer): Record<ImportedRow['outcome'], string> => ({
  added: `${dryRun ? 'Akan ditambahkan' : 'Ditambahkan'}${staff.role === 'admin' ? '' : ' jika sudah punya akun, kalau belum diundang'}`,
  'already-enrolled': 'Sudah terdaftar di kelas ini',
  unknown: 'Belum ada akun dengan email ini',
  invalid: 'Email tidak valid',
  repeated: 'Sudah ada di baris sebelumnya',
})

type EmailLine = { line: number; value: string; name: string }

function readEmails(table: Table<StudentRole>): EmailLine[] {
  const [email = -1] = columnsOf(table, 'email')
  return table.rows.map(({ line, cells }) => ({
    line,
    value: withoutGuard(cells[email] ?? ''),
    name: nameIn(cells, table),
  }))
}
