import { jakartaDay, jakartaMinute } from '#contract/days.ts'
import { roleLabels } from '#contract/labels.ts'
import type { CreateStudentInput, ListStudentsInput, StudentDetail, StudentRow } from '#contract/students.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Commerce } from '#server/commerce/index.ts'
import { csvFile, writeCsv } from '#server/csv/index.ts'
import type { Database } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import { isCommonPassword, type UserAccount, type AccountChange, type AccountFilter, type Identity } from '#server/identity/index.ts'
import type { Learning } from '#server/learning/index.ts'
import { presentStudent, presentStudentDetail } from './present.ts'

export type Students = ReturnType<typeof studentsModule>
type Deps = { database: Database; identity: Identity; learning: Learning; commerce: Commerce; audit: Audit; clock: Clock }

/** Spreadsheets handle more rows badly. */
const exportLimit = 200_000

/** Account administration. */
export function studentsModule({ database, identity, learning, commerce, audit, clock }: Deps) {
  async function withCourseCounts(accounts: readonly UserAccount[]): Promise<StudentRow[]> {
    const counts = await learning.countCoursesOf(accounts.map((account) => account.id))
    return accounts.map((account) => presentStudent(account, counts.get(account.id) ?? 0))
  }
  const presentOne = async (account: UserAccount): Promise<StudentRow> => (await withCourseCounts([account]))[0] as StudentRow

  return {
    async list(input: ListStudentsInput): Promise<{ rows: StudentRow[]; total: number }> {
      const { accounts, total } = await identity.listAccounts(input)
      return { rows: await withCourseCounts(accounts), total }
    },

    async show(studentId: string): Promise<StudentDetail | null> {
      const account = await identity.findAccount(studentId)
      if (!account) return null
      const [courses, transactions, twoStep] = await Promise.all([
        learning.listEnrolledCourses(studentId),
        commerce.listMine({ id: studentId }),
        identity.summarizeTwoSteps(studentId),
      ])
      return presentStudentDetail(account, { courses, transactions, twoStep })
    },

    /** Exports personal data, so it is recorded in the audit log. */
    async exportCsv(filter: AccountFilter, admin: Viewer): Promise<File> {
      const { accounts, total } = await identity.listAccounts({ ...filter, sort: 'createdAt', page: 1, limit: exportLimit })
      const rows = await withCourseCounts(accounts)
      await database.transaction((tx) =>
        audit.record(tx, { actorId: admin.id, action: 'students.exported', subjectKind: 'students', subjectId: 'all', details: { rows: total } }),
      )
      const header = ['Nama', 'Email', 'Peran', 'Status', 'Kelas', 'Terdaftar (WIB)']
      const cells = rows.map((row) => [
        row.name,
        row.email,
        roleLabels[row.role],
        row.disabled ? 'Nonaktif' : 'Aktif',
        row.courseCount,
        jakartaMinute(row.createdAt),
      ])
      return csvFile(`siswa-${jakartaDay(clock.now())}`, writeCsv(header, cells))
    },

    async create({ name, email, password, role }: CreateStudentInput, admin: Viewer): Promise<StudentRow | 'email-taken' | 'common-password'> {
      if (password !== undefined && isCommonPassword(password)) return 'common-password'
      const prepared = await identity.prepareUser({ name, email, password: password ?? null, role })
      const studentId = await database.transaction(async (tx) => {
        const made = await identity.insertUser(tx, prepared)
        if (!made) return null
        if (password === undefined) await identity.queueWelcome(tx, { id: made.id, name, email })
        await audit.record(tx, { actorId: admin.id, action: 'user.created', subjectKind: 'user', subjectId: made.id, details: { role } })
        return made.id
      })
      const account = studentId && (await identity.findAccount(studentId))
      return account ? presentOne(account) : 'email-taken'
    },

    /** Removes the second steps of another user who lost them. The password stays. */
    async resetTwoStep(studentId: string, admin: Viewer): Promise<'reset' | 'off' | 'not-found' | 'own-account'> {
      if (studentId === admin.id) return 'own-account'
      if (!(await identity.findAccount(studentId))) return 'not-found'
      return database.transaction(async (tx) => {
        if (!(await identity.resetTwoSteps(tx, studentId))) return 'off'
        await audit.record(tx, { actorId: admin.id, action: 'user.two-step-reset', subjectKind: 'user', subjectId: studentId })
        return 'reset'
      })
    },

    /** Changes the role or access of another account. Admins cannot change their own, so that they cannot lock themselves out. */
    async change(studentId: string, change: AccountChange, admin: Viewer): Promise<StudentRow | 'not-found' | 'own-account' | 'last-admin'> {
      if (studentId === admin.id) return 'own-account'
      const result = await database.transaction(async (tx) => {
        const done = await identity.changeAccount(tx, studentId, change)
        if (done.outcome === 'changed')
          await audit.record(tx, { actorId: admin.id, subjectKind: 'user', subjectId: studentId, ...describeChange(change, done.before) })
        return done
      })
      return 'after' in result ? presentOne(result.after) : result.outcome
    },
  }
}

function describeChange(change: AccountChange, before: UserAccount): { action: string; details: Record<string, unknown> } {
  if ('role' in change) return { action: 'user.role-changed', details: { from: before.role, to: change.role } }
  return { action: change.disabled ? 'user.disabled' : 'user.enabled', details: {} }
}
