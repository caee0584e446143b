import { and, asc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { maximumCounted } from '#contract/kit/keyset-list.ts'
import type { Role } from '#contract/identity/identity.ts'
import type { ListUsersInput, UserSort } from '#contract/identity/users.ts'
import type { Clock } from '#server/platform/clock.ts'
import {
  containing,
  containsText,
  countUpTo,
  inBatches,
  keyset,
  type Database,
  type KeysetOrder,
  type Queryable,
  type Tx,
} from '#server/platform/database/index.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { photoUrl } from './present.ts'
import { endSessionsOf } from './sign-in/session.ts'
import { users } from './tables.ts'

type Deps = { database: Database }

/** A user as admins see it. */
export type UserAccount = {
  id: string
  name: string
  email: string
  role: Role
  avatar: string
  disabledAt: Date | null
  createdAt: Date
}
export type AccountFilter = Pick<ListUsersInput, 'q' | 'role' | 'state'>

const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  photo: users.photo,
  disabledAt: users.disabledAt,
  createdAt: users.createdAt,
}
const toUserAccount = ({ photo, ...row }: Omit<UserAccount, 'avatar'> & { photo: string }): UserAccount => ({
  ...row,
  avatar: photoUrl(photo),
})

const byName = sql`lower(${users.name})`
/** The same expression as in the index, so that the index is used. */
const searchText = sql<string>`lower(${users.name}) || ' ' || ${users.email}`
const searchPattern = (q: string): string => containing(q.toLowerCase())
const orderOf = (sort: UserSort): KeysetOrder => {
  const order = { id: users.id, descending: sort.startsWith('-') }
  return sort.endsWith('name')
    ? { ...order, key: byName, type: 'text' }
    : { ...order, key: users.createdAt, type: 'instant' }
}

function matching({ q, role, state }: AccountFilter): SQL | undefined {
  return and(
    isNull(users.deletedAt),
    q ? containsText(sql`(${searchText})`, q.toLowerCase()) : undefined,
    role ? eq(users.role, role) : undefined,
    state === 'active' ? isNull(users.disabledAt) : state === 'disabled' ? isNotNull(users.disabledAt) : undefined,
  )
}

/** SQL for other modules that search or sort by user. */
export const userSql = {
  /** A subquery with sortable names and the texts that users are searched by, to join with. */
  names: (queryable: Queryable) =>
    queryable
      .select({
        id: users.id,
        name: sql<string>`lower(${users.name})`.as('name'),
        searchText: searchText.as('search_text'),
      })
      .from(users)
      .as('user_names'),
  /** A subquery with what staff see of the people of a list, to join with. */
  contacts: (queryable: Queryable) =>
    queryable.select({ id: users.id, name: users.name, email: users.email }).from(users).as('user_contacts'),
  /** Condition: this copy of `searchText` matches `q`; where it is empty, the user of this column does. */
  textMatches: (text: AnyPgColumn, userId: AnyPgColumn, q: string): SQL =>
    sql`(${text} like ${searchPattern(q)} or (${text} = '' and user_matches(${userId}, ${searchPattern(q)})))`,
  /** Condition: the user of this column matches `q`. */
  matches: (userId: AnyPgColumn, q: string): SQL =>
    sql`${userId} in (select ${users.id} from ${users} where ${matching({ q })})`,
  /** Condition: the user of this column is an enabled admin. */
  isAdmin: (userId: AnyPgColumn): SQL =>
    sql`exists (select from ${users} where ${users.id} = ${userId} and ${users.role} = 'admin' and ${users.disabledAt} is null)`,
}

/** The ids of the users who match `q`, in no order; null when there are more than `most`. */
export async function findMatchingUserIds(queryable: Queryable, q: string, most: number): Promise<string[] | null> {
  const rows = await queryable
    .select({ id: users.id })
    .from(users)
    .where(matching({ q }))
    .limit(most + 1)
  return rows.length > most ? null : rows.map(({ id }) => id)
}

export async function listAccounts(
  { database: { query } }: Deps,
  { sort = '-createdAt', page, limit, cursor, ...filter }: ListUsersInput,
): Promise<{
  accounts: UserAccount[]
  next: string | null
  previous: string | null
  total: number
  isCounted: boolean
}> {
  const where = matching(filter)
  const at = keyset(orderOf(sort), { cursor, page, limit })
  const found = await query
    .select({ ...columns, position: at.position })
    .from(users)
    .where(and(where, at.where))
    .orderBy(...at.orderBy)
    .limit(at.limit)
    .offset(at.offset)
  const { rows, ...steps } = at.finish(found)
  return {
    accounts: rows.map(({ position: _position, ...row }) => toUserAccount(row)),
    ...steps,
    ...(await at.count(found, () => countUpTo(query, maximumCounted, users, where))),
  }
}

/** At most `limit` accounts after this one (null: from the first), oldest first. */
export async function readAccounts(
  { database }: Deps,
  filter: AccountFilter,
  { after, limit }: { after: { position: string; id: string } | null; limit: number },
): Promise<(UserAccount & { position: string })[]> {
  const at = keyset({ key: users.createdAt, type: 'instant', id: users.id, descending: false }, { page: 1, limit })
  const rows = await database.query
    .select({ ...columns, position: at.position })
    .from(users)
    .where(and(matching(filter), after ? at.after(after) : undefined))
    .orderBy(...at.orderBy)
    .limit(limit)
  return rows.map(({ position, ...row }) => ({ ...toUserAccount(row), position }))
}

/** The number of accounts that match, at most `maximumCounted`. */
export const countAccounts = ({ database }: Deps, filter: AccountFilter) =>
  countUpTo(database.query, maximumCounted, users, matching(filter))

export async function findAccount(queryable: Queryable, userId: string): Promise<UserAccount | null> {
  const [row] = await queryable
    .select(columns)
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return row ? toUserAccount(row) : null
}

/** The users with these addresses, by address. Addresses without an account are left out. */
export async function findAccountsByEmail(
  queryable: Queryable,
  emails: readonly string[],
): Promise<Map<string, UserAccount>> {
  const rows = await inBatches([...new Set(emails)], (batch) =>
    queryable.select(columns).from(users).where(inArray(users.email, batch)),
  )
  return new Map(rows.map((row) => [row.email, toUserAccount(row)]))
}

/** True when this is the address of the account, and its mailbox was proven. */
export async function isProvenAddress(
  queryable: Queryable,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const [row] = await queryable
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.email, email), isNotNull(users.emailVerifiedAt)))
  return row !== undefined
}

/** Instructors and admins with enabled accounts, by name. */
export async function listStaff(queryable: Queryable): Promise<UserAccount[]> {
  const rows = await queryable
    .select(columns)
    .from(users)
    .where(and(isNull(users.deletedAt), isNull(users.disabledAt), inArray(users.role, ['instructor', 'admin'])))
    .orderBy(asc(byName), asc(users.id))
  return rows.map(toUserAccount)
}

/** Admins with enabled accounts, by name. */
export const listAdmins = async (queryable: Queryable): Promise<UserAccount[]> =>
  (await listStaff(queryable)).filter(({ role }) => role === 'admin')

/** A student teaches from now on, also in the sessions that are open. Staff stay what they are. */
export async function makeInstructor(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ role: 'instructor' })
    .where(and(eq(users.id, userId), eq(users.role, 'student'), isNull(users.deletedAt)))
}

export type AccountChange = { role: Role } | { disabled: boolean }
export type AccountOutcome =
  | { outcome: 'changed'; before: UserAccount; after: UserAccount }
  | { outcome: 'unchanged'; after: UserAccount }
  | Refusal<'not-found' | 'last-admin'>

/**
 * Locks a user and all enabled admins until the transaction ends, in id order, so that two admins who demote or delete each other
 * concurrently cannot both succeed. `isLastAdmin`: no other enabled admin exists. Null when there is no such user.
 */
export async function lockWithAdmins(
  tx: Tx,
  userId: string,
): Promise<{ account: UserAccount; isLastAdmin: boolean } | null> {
  const rows = await tx
    .select(columns)
    .from(users)
    .where(
      or(and(eq(users.id, userId), isNull(users.deletedAt)), and(eq(users.role, 'admin'), isNull(users.disabledAt))),
    )
    .orderBy(users.id)
    .for('update')
  const locked = rows.find((row) => row.id === userId)
  return locked ? { account: toUserAccount(locked), isLastAdmin: rows.length === 1 } : null
}

/** Changes role or access and ends all sessions of the user. At least one enabled admin always remains. */
export async function changeAccount(
  tx: Tx,
  { clock }: { clock: Clock },
  { userId, change }: { userId: string; change: AccountChange },
): Promise<AccountOutcome> {
  const locked = await lockWithAdmins(tx, userId)
  if (!locked) return refused('not-found')
  const before = locked.account
  const disabledAt =
    'disabled' in change ? (change.disabled ? (before.disabledAt ?? clock.now()) : null) : before.disabledAt
  const after: UserAccount = { ...before, role: 'role' in change ? change.role : before.role, disabledAt }
  if (after.role === before.role && after.disabledAt === before.disabledAt) return { outcome: 'unchanged', after }
  const staysAdmin = after.role === 'admin' && after.disabledAt === null
  if (locked.isLastAdmin && !staysAdmin) return refused('last-admin')
  await tx.update(users).set({ role: after.role, disabledAt: after.disabledAt }).where(eq(users.id, userId))
  await endSessionsOf(tx, userId)
  return { outcome: 'changed', before, after }
}
