import { jakartaDay, jakartaMinute } from '#contract/kit/days.ts'
import type { Download } from '#contract/kit/endpoint.ts'
import { roleLabels } from '#contract/kit/roles.ts'
import type { ListUsersInput, UserDetail, UserRow } from '#contract/identity/users.ts'
import { exportCsv, type CsvRow } from '#server/platform/csv/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { UserAccount, AccountFilter } from '#server/identity/index.ts'
import { presentStudent, presentUserDetail } from './present.ts'
import type { UsersDeps } from './deps.ts'

/** Courses that are named before their instructor is demoted or disabled. */
const taughtShown = 5

async function withCourseCounts({ learning }: UsersDeps, accounts: readonly UserAccount[]): Promise<UserRow[]> {
  const counts = await learning.countCoursesOf(accounts.map((account) => account.id))
  return accounts.map((account) => presentStudent(account, counts.get(account.id) ?? 0))
}

export const presentOne = async (deps: UsersDeps, account: UserAccount): Promise<UserRow> =>
  (await withCourseCounts(deps, [account]))[0] as UserRow

export async function listUsers(deps: UsersDeps, input: ListUsersInput) {
  const { accounts, ...meta } = await deps.identity.listAccounts(input)
  return { rows: await withCourseCounts(deps, accounts), ...meta }
}

export async function showUser(
  { identity, learning, commerce, catalog, apiKeys }: UsersDeps,
  userId: string,
): Promise<UserDetail | null> {
  const found = await identity.findAccount(userId)
  if (!found) return null
  const [courses, transactions, twoStep, taughtCourses, taught, sharedCourses, balance, keys, pages] =
    await Promise.all([
      learning.listEnrolledCourses(userId),
      commerce.listMine({ id: userId }),
      identity.summarizeTwoSteps(userId),
      catalog.countCoursesOf(userId),
      catalog.listCourseTitlesOf(userId, taughtShown),
      catalog.countSharedCoursesOf(userId),
      commerce.payouts.readBalance(userId),
      apiKeys.countOf(userId),
      identity.listInstructorProfiles([userId]),
    ])
  const [page] = pages
  const isPublic = (await catalog.listPublicTeachers([userId])).has(userId)
  const unpaidIdr = balance.availableIdr + balance.heldIdr
  return presentUserDetail(found, {
    courses,
    transactions,
    twoStep,
    taughtCourses,
    taught,
    sharedCourses,
    instructorPage: page ? { slug: page.slug, isPublic, isChecked: page.checkedAt !== null } : null,
    unpaidIdr,
    apiKeys: keys,
  })
}

type ExportedUser = { row: UserRow; id: string; position: string }

const exportHeader = ['Nama', 'Email', 'Peran', 'Status', 'Kelas', 'Terdaftar (WIB)']
const toCells = ({ row }: ExportedUser): CsvRow => [
  row.name,
  row.email,
  roleLabels[row.role],
  row.disabled ? 'Nonaktif' : 'Aktif',
  row.courseCount,
  jakartaMinute(row.createdAt),
]

/** All accounts that match, oldest first. Exports personal data, so it is recorded in the audit log. */
export async function exportUsers(deps: UsersDeps, filter: AccountFilter, admin: Viewer): Promise<Download> {
  const { database, identity, audit, clock } = deps
  const { total, isCounted } = await identity.countAccounts(filter)
  const details = isCounted ? { rows: total } : { moreRowsThan: total }
  await database.transaction((tx) =>
    audit.record(tx, {
      actorId: admin.id,
      action: 'students.exported',
      subjectId: 'all',
      details,
    }),
  )
  const readPage = async (after: ExportedUser | null, limit: number) => {
    const accounts = await identity.readAccounts(filter, { after, limit })
    const rows = await withCourseCounts(deps, accounts)
    return rows.map((row, index): ExportedUser => ({ row, id: row._id, position: accounts[index]?.position ?? '' }))
  }
  return exportCsv(deps, {
    name: `pengguna-${jakartaDay(clock.now())}`,
    what: 'users',
    header: exportHeader,
    toCells,
    readPage,
  })
}
