import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Role } from '#contract/identity.ts'
import type { ListStudentsInput, StudentSort } from '#contract/students.ts'
import type { Clock } from '#server/clock.ts'
import type { Queryable, Transaction } from '#server/database/index.ts'
import { photoUrl } from './present.ts'
import { sessions, users } from './tables.ts'

/** An account as staff see it. */
export type Account = { id: string; name: string; email: string; role: Role; avatar: string; disabledAt: Date | null; createdAt: Date }
export type AccountFilter = Pick<ListStudentsInput, 'q' | 'role' | 'state'>

const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  photo: users.photo,
  disabledAt: users.disabledAt,
  createdAt: users.createdAt,
}
const toAccount = ({ photo, ...row }: Omit<Account, 'avatar'> & { photo: string }): Account => ({ ...row, avatar: photoUrl(photo) })

// The id last makes every order total, so that pages never overlap.
const orders: Record<StudentSort, SQL[]> = {
  '-createdAt': [desc(users.createdAt), desc(users.id)],
  createdAt: [asc(users.createdAt), asc(users.id)],
  name: [asc(sql`lower(${users.name})`), asc(users.id)],
  '-name': [desc(sql`lower(${users.name})`), desc(users.id)],
}

function matching({ q, role, state }: AccountFilter): SQL | undefined {
  return and(
    isNull(users.deletedAt),
    // Written as the index is, so that it is used.
    q ? sql`(lower(${users.name}) || ' ' || ${users.email}) like ${`%${escapeLike(q.toLowerCase())}%`}` : undefined,
    role ? eq(users.role, role) : undefined,
    state === 'active' ? isNull(users.disabledAt) : state === 'disabled' ? isNotNull(users.disabledAt) : undefined,
  )
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** For queries of other modules that search or sort by who somebody is. */
export const personSql = {
  /** Names to join with, as they sort. */
  names: (queryable: Queryable) =>
    queryable
      .select({ id: users.id, name: sql<string>`lower(${users.name})`.as('name') })
      .from(users)
      .as('person'),
  /** Is the person whom this column names found by `q`? */
  matches: (userId: AnyPgColumn, q: string): SQL => sql`${userId} in (select ${users.id} from ${users} where ${matching({ q })})`,
}

export async function listAccounts(
  queryable: Queryable,
  { sort = '-createdAt', page, limit, ...filter }: ListStudentsInput,
): Promise<{ accounts: Account[]; total: number }> {
  const where = matching(filter)
  const [count] = await queryable
    .select({ total: sql<number>`count(*)::int` })
    .from(users)
    .where(where)
  const rows = await queryable
    .select(columns)
    .from(users)
    .where(where)
    .orderBy(...orders[sort])
    .limit(limit)
    .offset((page - 1) * limit)
  return { accounts: rows.map(toAccount), total: count?.total ?? 0 }
}

export async function findAccount(queryable: Queryable, userId: string): Promise<Account | null> {
  const [row] = await queryable
    .select(columns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return row ? toAccount(row) : null
}

/** Instructors and admins whose accounts stand, by name. */
export async function listStaff(queryable: Queryable): Promise<Account[]> {
  const rows = await queryable
    .select(columns)
    .from(users)
    .where(and(isNull(users.deletedAt), isNull(users.disabledAt), inArray(users.role, ['instructor', 'admin'])))
    .orderBy(...orders.name)
  return rows.map(toAccount)
}

export type AccountChange = { role: Role } | { disabled: boolean }
export type AccountOutcome =
  | { outcome: 'changed'; before: Account; after: Account }
  | { outcome: 'unchanged'; after: Account }
  | { outcome: 'not-found' }
  | { outcome: 'last-admin' }

/** Changes what somebody may do and ends all their sessions. At least one admin who can sign in always remains. */
export async function changeAccount(tx: Transaction, clock: Clock, userId: string, change: AccountChange): Promise<AccountOutcome> {
  // One order for everybody: admins who demote each other at the same moment wait for each other, and then see it.
  const rows = await tx
    .select(columns)
    .from(users)
    .where(or(and(eq(users.id, userId), isNull(users.deletedAt)), and(eq(users.role, 'admin'), isNull(users.disabledAt))))
    .orderBy(users.id)
    .for('update')
  const locked = rows.find((row) => row.id === userId)
  if (!locked) return { outcome: 'not-found' }
  const before = toAccount(locked)
  const disabledAt = 'disabled' in change ? (change.disabled ? (before.disabledAt ?? clock.now()) : null) : before.disabledAt
  const after: Account = { ...before, role: 'role' in change ? change.role : before.role, disabledAt }
  if (after.role === before.role && after.disabledAt === before.disabledAt) return { outcome: 'unchanged', after }
  const staysAdmin = after.role === 'admin' && after.disabledAt === null
  if (rows.length === 1 && !staysAdmin) return { outcome: 'last-admin' }
  await tx.update(users).set({ role: after.role, disabledAt: after.disabledAt }).where(eq(users.id, userId))
  await tx.delete(sessions).where(eq(sessions.userId, userId))
  return { outcome: 'changed', before, after }
}
