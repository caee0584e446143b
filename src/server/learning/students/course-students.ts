import { and, eq, isNull } from 'drizzle-orm'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import {
  addStudentInput,
  maximumCsvRows,
  type CourseStudent,
  type CourseStudentDetail,
  type ImportedRow,
  type ListCourseStudentsInput,
  type StudentFilters,
} from '#contract/learning/course-students.ts'
import { studentPartLabels } from '#contract/learning/student-parts.ts'
import type { Audit } from '#server/platform/audit/index.ts'
import type { Catalog, CourseRow } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import { jakartaMinute } from '#contract/kit/days.ts'
import { exportCsv, findPeopleColumns, type CsvRecord, type CsvRow } from '#server/platform/csv/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import { canManageCourse, type Viewer } from '#server/platform/http/index.ts'
import type { Identity, UserAccount } from '#server/identity/index.ts'
import type { EmitEvent } from '#server/integrations/webhooks/index.ts'
import type { RateLimiter } from '#server/platform/rate-limiter/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import { mayMailAccess } from '#server/learning/enrolment/access-mail-limits.ts'
import { findEnrolled, findEnrollment, revoke, staffSource } from '#server/learning/enrolment/enroll.ts'
import { giveAccess } from '#server/learning/enrolment/give-access.ts'
import { listCourseStudents, readerOfStudents } from './list-course-students.ts'
import { showCourseStudent } from './show-course-student.ts'
import { enrollments } from '#server/learning/tables.ts'

export type CourseStudents = ReturnType<typeof courseStudentsModule>
type Deps = {
  database: Database
  catalog: Catalog
  identity: Identity
  mail: Mail
  rateLimiter: RateLimiter
  audit: Audit
  clock: Clock
  publicUrl: string
  emitEvent: EmitEvent
  log: Logger
}
type CheckedLine = { line: number; email: string; name: string; outcome: ImportedRow['outcome']; account: UserAccount | null }
type AddOptions = { /** Mails the student that the course is open. */ notify: boolean }

const exportHeader = ['Nama', 'Email', 'Progres (%)', 'Materi selesai', 'Jumlah materi', 'Terdaftar (WIB)', 'Terakhir dibuka (WIB)', 'Status', 'Selesai (WIB)']
const toCells = (student: CourseStudent): CsvRow => [
  student.name,
  student.email,
  student.progress,
  student.lessonsCompleted,
  student.lessonCount,
  jakartaMinute(student.enrolledAt),
  student.lastAccessed && jakartaMinute(student.lastAccessed),
  studentPartLabels[student.part],
  student.finishedAt && jakartaMinute(student.finishedAt),
]

/** The students of a course, for its staff. For another instructor the course is not found. */
export function courseStudentsModule(deps: Deps) {
  const { database, catalog, identity, audit, clock } = deps

  async function findOwnCourse(staff: Viewer, courseId: string) {
    const course = await catalog.findCourse(courseId)
    return course && canManageCourse(staff, course.instructorId) ? course : null
  }

  /** Grants access to the account with this email address. No mail is sent when the user got such a mail today. */
  async function add(
    staff: Viewer,
    course: CourseRow,
    email: string,
    { notify }: AddOptions,
  ): Promise<'unknown' | 'already-enrolled' | 'added' | 'added-without-mail'> {
    const courseId = course.id
    const userId = await identity.findIdByEmail(email)
    if (!userId) return 'unknown'
    if (await findEnrollment(database.query, userId, courseId)) return 'already-enrolled'
    const isMailed = notify && (await mayMailAccess(deps, { userId, courseId }))
    return database.transaction(async (tx) => {
      const name = (await identity.findUserProfiles([userId], tx)).get(userId)?.name ?? ''
      const added = await giveAccess(tx, deps, [{ user: { id: userId, name, email }, course, notify: isMailed }])
      if (added.length === 0) return 'already-enrolled'
      await audit.record(tx, { actorId: staff.id, action: 'course.student-added', subjectKind: 'course', subjectId: courseId, details: { userId } })
      return notify && !isMailed ? 'added-without-mail' : 'added'
    })
  }

  /** The outcome of each line, before anything is written. */
  async function checkLines(courseId: string, lines: readonly EmailLine[]): Promise<CheckedLine[]> {
    const parsed = lines.map(({ value, ...line }) => ({ ...line, value, email: z.safeParse(addStudentInput, { email: value }).data?.email ?? null }))
    const accounts = await identity.findAccountsByEmail(parsed.flatMap(({ email }) => email ?? []))
    const ids = [...accounts.values()].map(({ id }) => id)
    const enrolled = await findEnrolled(deps, courseId, ids)
    const seen = new Set<string>()
    return parsed.map(({ line, name, value, email }) => {
      if (email === null) return { line, name, email: value.slice(0, 254), outcome: 'invalid', account: null }
      const account = accounts.get(email) ?? null
      const isRepeated = seen.has(email)
      seen.add(email)
      const outcome = isRepeated ? 'repeated' : !account ? 'unknown' : enrolled.has(account.id) ? 'already-enrolled' : 'added'
      return { line, name: account?.name ?? name, email, outcome, account }
    })
  }

  /** Enrols them in one transaction, with one audit entry that lists them. Returns the ids of those who were not enrolled yet. */
  async function addAll(staff: Viewer, course: CourseRow, accounts: readonly UserAccount[], { notify }: AddOptions): Promise<Set<string>> {
    const mailed = new Set<string>()
    for (const { id } of notify ? accounts : []) if (await mayMailAccess(deps, { userId: id, courseId: course.id })) mailed.add(id)
    return database.transaction(async (tx) => {
      const grants = accounts.map((user) => ({ user, course, notify: mailed.has(user.id) }))
      const added = (await giveAccess(tx, deps, grants)).map(({ user }) => user.id)
      if (added.length > 0)
        await audit.record(tx, {
          actorId: staff.id,
          action: 'course.students-imported',
          subjectKind: 'course',
          subjectId: course.id,
          details: { users: added },
        })
      return new Set(added)
    })
  }

  return {
    async list(staff: Viewer, courseId: string, input: ListCourseStudentsInput) {
      if (!(await findOwnCourse(staff, courseId))) return null
      return listCourseStudents(deps, courseId, input)
    },

    /** Null when the course is not found, or the student is not enrolled. */
    async show(staff: Viewer, courseId: string, studentId: string): Promise<CourseStudentDetail | null> {
      const course = await findOwnCourse(staff, courseId)
      return course && showCourseStudent(deps, course, studentId)
    },

    /** Null when the course is not found. */
    async exportCsv(staff: Viewer, courseId: string, filters: StudentFilters): Promise<Download | null> {
      const course = await findOwnCourse(staff, courseId)
      if (!course) return null
      await audit.record(database.query, { actorId: staff.id, action: 'course.students-exported', subjectKind: 'course', subjectId: courseId })
      const read = await readerOfStudents(deps, courseId, filters)
      const readPage = (after: CourseStudent | null, limit: number) => read(after?._id ?? null, limit)
      return exportCsv(deps, { name: `siswa-${course.title}`, what: 'students of a course', header: exportHeader, toCells, readPage })
    },

    async add(staff: Viewer, courseId: string, email: string, options: AddOptions) {
      const course = await findOwnCourse(staff, courseId)
      return course ? add(staff, course, email, options) : 'not-found'
    },

    /** Reports the lines that cannot be added, and adds all others together. */
    async importCsv(
      staff: Viewer,
      courseId: string,
      records: readonly CsvRecord[],
      { dryRun, ...options }: AddOptions & { dryRun: boolean },
    ): Promise<{ header: readonly string[] | null; rows: ImportedRow[] } | 'not-found' | 'unreadable' | 'too-many'> {
      const course = await findOwnCourse(staff, courseId)
      if (!course) return 'not-found'
      const read = readEmails(records)
      if (!read) return 'unreadable'
      const { header, lines } = read
      if (lines.length > maximumCsvRows) return 'too-many'
      const checked = await checkLines(courseId, lines)
      const wanted = checked.flatMap(({ outcome, account }) => (outcome === 'added' && account ? [account] : []))
      const added = dryRun || wanted.length === 0 ? null : await addAll(staff, course, wanted, options)
      const messages = importMessages(dryRun, staff)
      const isAdmin = staff.role === 'admin'
      const rows = checked.map(({ line, name, email, outcome, account }): ImportedRow => {
        // To instructors an unknown address looks like a known one, because only admins can list all users.
        const hides = outcome === 'unknown' && !isAdmin
        const isLate = added !== null && outcome === 'added' && account !== null && !added.has(account.id)
        const shown = hides ? 'added' : isLate ? 'already-enrolled' : outcome
        return { line, name: isAdmin ? name.slice(0, 200) : '', email, outcome: shown, message: messages[shown] }
      })
      return { header, rows }
    },

    async remove(staff: Viewer, courseId: string, studentId: string): Promise<'removed' | 'not-found' | 'not-given'> {
      if (!(await findOwnCourse(staff, courseId))) return 'not-found'
      return database.transaction(async (tx) => {
        const [row] = await tx
          .select({ sourceRef: enrollments.sourceRef })
          .from(enrollments)
          .where(and(eq(enrollments.userId, studentId), eq(enrollments.courseId, courseId), isNull(enrollments.revokedAt)))
        if (!row) return 'not-found'
        if (!row.sourceRef.startsWith(staffSource)) return 'not-given'
        await revoke(tx, { catalog, clock }, row.sourceRef)
        await audit.record(tx, {
          actorId: staff.id,
          action: 'course.student-removed',
          subjectKind: 'course',
          subjectId: courseId,
          details: { userId: studentId },
        })
        return 'removed'
      })
    },
  }
}

const importMessages = (dryRun: boolean, staff: Viewer): Record<ImportedRow['outcome'], string> => ({
  added: `${dryRun ? 'Akan ditambahkan' : 'Ditambahkan'}${staff.role === 'admin' ? '' : ' jika sudah punya akun'}`,
  'already-enrolled': 'Sudah terdaftar di kelas ini',
  unknown: 'Belum ada akun dengan email ini',
  invalid: 'Email tidak valid',
  repeated: 'Sudah ada di baris sebelumnya',
})

type EmailLine = { line: number; value: string; name: string }

/** The values of the column "email", or of the only column; null for any other file. */
function readEmails(records: readonly CsvRecord[]): { header: readonly string[] | null; lines: EmailLine[] } | null {
  const [first] = records
  if (!first) return null
  const columns = findPeopleColumns(first.cells)
  if (columns.email === -1 && first.cells.length > 1) return null
  const header = columns.email === -1 ? null : first.cells
  const email = Math.max(0, columns.email)
  return { header, lines: records.slice(header ? 1 : 0).map(({ line, cells }) => ({ line, value: cells[email] ?? '', name: cells[columns.name] ?? '' })) }
}
