import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { isStaff } from '#contract/identity/identity.ts'
import { isUuid } from '#contract/kit/uuid.ts'
import { dependsOn } from '#server/platform/pages/index.ts'
import { inBatches, type Database, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { photoUrl } from './present.ts'
import { instructorProfiles, users } from './tables.ts'

type Deps = { database: Database }

export type UserProfile = {
  id: string
  name: string
  email: string
  avatar: string
  headline: string
  bio: string
  /** The address of the page of a member of staff, which exists while they teach a published course; null for anybody else. */
  slug: string | null
  createdAt: Date
}

/** Public profiles by id, for example of instructors and authors of reviews. Unknown ids are left out. */
export const findUserProfiles = (queryable: Queryable, ids: readonly string[]): Promise<Map<string, UserProfile>> =>
  readProfiles(queryable, ids)

/** The same of people who are told of anything: of neither disabled nor deleted accounts. */
export const findReachable = (queryable: Queryable, ids: readonly string[]): Promise<Map<string, UserProfile>> =>
  readProfiles(queryable, ids, isNull(users.disabledAt))

async function readProfiles(
  queryable: Queryable,
  ids: readonly string[],
  where?: SQL,
): Promise<Map<string, UserProfile>> {
  if (ids.length === 0) return new Map()
  dependsOn(...new Set(ids.map((id) => `user:${id}`)))
  const { id, name, email, photo, headline, bio, createdAt } = users
  const rows = await inBatches([...new Set(ids)], (batch) =>
    queryable
      .select({ id, name, email, photo, headline, bio, slug: instructorProfiles.slug, createdAt })
      .from(users)
      .leftJoin(instructorProfiles, eq(instructorProfiles.userId, users.id))
      .where(and(inArray(users.id, batch), where)),
  )
  return new Map(rows.map(({ photo: file, ...row }) => [row.id, { ...row, avatar: photoUrl(file) }]))
}

/** For an export by the operator only. */
export async function findPasswordHashes({ database }: Deps, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await inBatches(userIds, (batch) =>
    database.query.select({ id: users.id, hash: users.passwordHash }).from(users).where(inArray(users.id, batch)),
  )
  return new Map(rows.flatMap(({ id, hash }) => (hash === null ? [] : [[id, hash] as const])))
}

/** True for an instructor or admin whose account is not disabled. Locks nothing, so it may be asked before `lockWithAdmins`. */
export async function isStaffMember(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ role: users.role, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, userId))
  return row !== undefined && isStaff(row.role) && row.disabledAt === null
}

/** Those of these who are instructors or admins with enabled accounts, and stay so until the transaction ends. Locked in the order of `lockWithAdmins`. */
export async function keepStaff(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  const { id, role, disabledAt } = users
  const rows = await tx
    .select({ id, role, disabledAt })
    .from(users)
    .where(inArray(id, [...new Set(userIds)].filter(isUuid)))
    .orderBy(id)
    .for('key share')
  return new Set(rows.filter((row) => isStaff(row.role) && row.disabledAt === null).map((row) => row.id))
}

/** False for a deleted account; another one is not deleted before the transaction ends. */
export async function keepsAccount(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx.select({ deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId)).for('key share')
  return row?.deletedAt === null
}

/** True for an enabled admin, who stays one until the transaction ends. */
export async function keepsAdmin(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ role: users.role, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('key share')
  return row?.role === 'admin' && row.disabledAt === null
}

export async function hasAdmin({ database }: Deps): Promise<boolean> {
  const [row] = await database.query.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
  return row !== undefined
}

export async function findIdByEmail({ database }: Deps, email: string): Promise<string | null> {
  const [row] = await database.query.select({ id: users.id }).from(users).where(eq(users.email, email))
  return row?.id ?? null
}
