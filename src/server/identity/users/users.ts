import type { AuditAction } from '#contract/site/audit-actions.ts'
import type { Logger } from 'pino'
import { jakartaDay, jakartaMinute } from '#contract/kit/days.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import { roleLabels } from '#contract/kit/labels.ts'
import type { CreateUserInput, ListUsersInput, UserDetail, UserRow } from '#contract/identity/users.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Commerce } from '#server/commerce/index.ts'
import { exportCsv, type CsvRecord, type CsvRow } from '#server/platform/csv/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { isCommonPassword, type AccountModule, type UserAccount, type AccountChange, type AccountFilter } from '#server/identity/index.ts'
import { importPeople } from './import-people.ts'
import { inviteUsers, type InviteDeps, type InviteOptions } from './invite-users.ts'
import { readPeople } from './read-people.ts'
import { presentStudent, presentUserDetail } from './present.ts'

export type Users = ReturnType<typeof usersModule>
type Deps = InviteDeps & { account: AccountModule; commerce: Commerce; clock: Clock; log: Logger }

type ExportedStudent = { row: UserRow; id: string; position: string }
/** Courses that are named before their instructor is demoted or disabled. */
const taughtShown = 5

const exportHeader = ['Nama', 'Email', 'Peran', 'Status', 'Kelas', 'Terdaftar (WIB)']
const toCells = ({ row }: ExportedStudent): CsvRow => [
  row.name,
  row.email,
  roleLabels[row.role],
  row.disabled ? 'Nonaktif' : 'Aktif',
  row.courseCount,
  jakartaMinute(row.createdAt),
]

/** Account administration. */
export function usersModule(deps: Deps) {
  const { database, identity, account, catalog, learning, commerce, audit, clock } = deps
  async function withCourseCounts(accounts: readonly UserAccount[]): Promise<UserRow[]> {
    const counts = await learning.countCoursesOf(accounts.map((account) => account.id))
    return accounts.map((account) => presentStudent(account, counts.get(account.id) ?? 0))
  }
  const presentOne = async (account: UserAccount): Promise<UserRow> => (await withCourseCounts([account]))[0] as UserRow

  /** Whether somebody can teach the courses of somebody else. */
  const mayFollow = async (tx: Tx, from: string, to: string): Promise<boolean> => isUuid(to) && to !== from && (await identity.isStaffMember(tx, to))

  async function handOver(tx: Tx, { from, to }: { from: string; to: string }, admin: Viewer): Promise<void> {
    const movedCourses = await catalog.reassignCourses(tx, { from, to })
    await audit.record(tx, { actorId: admin.id, action: 'user.courses-reassigned', subjectKind: 'user', subjectId: to, details: { movedCourses } })
  }

  return {
    async list(input: ListUsersInput) {
      const { accounts, ...meta } = await identity.listAccounts(input)
      return { rows: await withCourseCounts(accounts), ...meta }
    },

    async show(studentId: string): Promise<UserDetail | null> {
      const found = await identity.findAccount(studentId)
      if (!found) return null
      const [courses, transactions, twoStep, taughtCourses, taught] = await Promise.all([
        learning.listEnrolledCourses(studentId),
        commerce.listMine({ id: studentId }),
        identity.summarizeTwoSteps(studentId),
        catalog.countCoursesOf(studentId),
        catalog.listCourseTitlesOf(studentId, taughtShown),
      ])
      return presentUserDetail(found, { courses, transactions, twoStep, taughtCourses, taught })
    },

    /** All accounts that match, oldest first. Exports personal data, so it is recorded in the audit log. */
    async exportCsv(filter: AccountFilter, admin: Viewer): Promise<Download> {
      const { total, isCounted } = await identity.countAccounts(filter)
      const details = isCounted ? { rows: total } : { moreRowsThan: total }
      await database.transaction((tx) =>
        audit.record(tx, { actorId: admin.id, action: 'students.exported', subjectKind: 'students', subjectId: 'all', details }),
      )
      const readPage = async (after: ExportedStudent | null, limit: number) => {
        const accounts = await identity.readAccounts(filter, { after, limit })
        const rows = await withCourseCounts(accounts)
        return rows.map((row, index): ExportedStudent => ({ row, id: row._id, position: accounts[index]?.position ?? '' }))
      }
      return exportCsv(deps, { name: `pengguna-${jakartaDay(clock.now())}`, what: 'users', header: exportHeader, toCells, readPage })
    },

    async create({ name, email, password, role }: CreateUserInput, admin: Viewer): Promise<UserRow | 'email-taken' | 'common-password'> {
      if (password !== undefined && isCommonPassword(password)) return 'common-password'
      const prepared = await identity.prepareUser({ name, email, password: password ?? null, role })
      const studentId = await database.transaction(async (tx) => {
        const made = await identity.insertUser(tx, prepared)
        if (!made) return null
        if (password === undefined) await identity.queueWelcome(tx, { id: made.id, name, email })
        await audit.record(tx, { actorId: admin.id, action: 'user.created', subjectKind: 'user', subjectId: made.id, details: { role } })
        return made.id
      })
      const created = studentId && (await identity.findAccount(studentId))
      return created ? presentOne(created) : 'email-taken'
    },

    /** From a CSV: people to invite, or people of another platform with their history. */
    async invite(records: readonly CsvRecord[], options: InviteOptions, admin: Viewer) {
      const people = readPeople(records)
      return people ? importPeople(deps, people, options, admin) : inviteUsers(deps, records, options, admin)
    },
    countWaiting: () => identity.countWaiting(),
    inviteWaiting: (admin: Viewer) => identity.inviteWaiting(admin),

    async correctEmail(studentId: string, email: string, admin: Viewer): Promise<UserRow | 'not-found' | 'own-account' | 'address-taken'> {
      if (studentId === admin.id) return 'own-account'
      const outcome = await identity.correctEmail(studentId, email, admin)
      if (outcome === 'not-found' || outcome === 'address-taken') return outcome
      const corrected = await identity.findAccount(studentId)
      return corrected ? presentOne(corrected) : 'not-found'
    },

    sendPasswordLink: (studentId: string, admin: Viewer) => identity.sendPasswordLink(studentId, admin),

    /** Erases another account as its user could. The courses of an instructor need another instructor first. */
    async delete(
      studentId: string,
      { email, coursesTo }: { email: string; coursesTo?: string | undefined },
      admin: Viewer,
    ): Promise<'deleted' | 'not-found' | 'own-account' | 'last-admin' | 'wrong-email' | 'needs-instructor'> {
      if (studentId === admin.id) return 'own-account'
      return database.transaction(async (tx) => {
        const locked = await identity.lockWithAdmins(tx, studentId)
        if (!locked) return 'not-found'
        if (locked.account.role === 'admin' && locked.isLastAdmin) return 'last-admin'
        if (email !== locked.account.email) return 'wrong-email'
        if ((await catalog.countCoursesOf(studentId, tx)) > 0) {
          if (coursesTo === undefined || !(await mayFollow(tx, studentId, coursesTo))) return 'needs-instructor'
          await handOver(tx, { from: studentId, to: coursesTo }, admin)
        }
        await account.erase(tx, { id: studentId, erasedBy: admin.id })
        return 'deleted'
      })
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

    /** Changes the role or access of another account, whose courses `coursesTo` teaches from then on, if given. Admins cannot change their own, so that they cannot lock themselves out. */
    async change(
      studentId: string,
      change: AccountChange,
      coursesTo: string | undefined,
      admin: Viewer,
    ): Promise<UserRow | 'not-found' | 'own-account' | 'last-admin' | 'needs-instructor'> {
      if (studentId === admin.id) return 'own-account'
      const result = await database.transaction(async (tx) => {
        const follower = coursesTo || undefined
        if (follower !== undefined && !(await mayFollow(tx, studentId, follower))) return { outcome: 'needs-instructor' } as const
        const done = await identity.changeAccount(tx, studentId, change)
        if (done.outcome !== 'changed') return done
        await audit.record(tx, { actorId: admin.id, subjectKind: 'user', subjectId: studentId, ...describeChange(change, done.before) })
        if (follower !== undefined) await handOver(tx, { from: studentId, to: follower }, admin)
        return done
      })
      return 'after' in result ? presentOne(result.after) : result.outcome
    },
  }
}

function describeChange(change: AccountChange, before: UserAccount): { action: AuditAction; details: Record<string, unknown> } {
  if ('role' in change) return { action: 'user.role-changed', details: { from: before.role, to: change.role } }
  return { action: change.disabled ? 'user.disabled' : 'user.enabled', details: {} }
}
