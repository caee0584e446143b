import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { deleteSome, type Queryable, type Tx } from '#server/platform/database/index.ts'
import { hashToken } from '#server/identity/sign-in/hash-token.ts'
import { signInTickets, users, type FirstStep, type User } from '#server/identity/tables.ts'
import { ticketLifeMs } from '#server/identity/sign-in/lifetimes.ts'

/** States for five minutes that the first step of a sign-in succeeded. Only its hash is stored. */
export async function issueTicket(
  tx: Queryable,
  { userId, firstStep, now }: { userId: string; firstStep: FirstStep; now: Date },
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await tx
    .insert(signInTickets)
    .values({ tokenHash: hashToken(ticket), userId, firstStep, expiresAt: new Date(now.getTime() + ticketLifeMs) })
  return ticket
}

export type OpenTicket = { user: User; firstStep: FirstStep }

/** The user of a valid ticket, and how the first step was made. */
export async function findTicket(queryable: Queryable, ticket: string, now: Date): Promise<OpenTicket | null> {
  const [row] = await queryable
    .select({ user: users, firstStep: signInTickets.firstStep })
    .from(signInTickets)
    .innerJoin(users, eq(users.id, signInTickets.userId))
    .where(
      and(eq(signInTickets.tokenHash, hashToken(ticket)), gt(signInTickets.expiresAt, now), isNull(users.disabledAt)),
    )
  return row ?? null
}

/** True once per ticket. */
export async function consumeTicket(tx: Tx, ticket: string, now: Date): Promise<boolean> {
  const consumed = await tx
    .delete(signInTickets)
    .where(and(eq(signInTickets.tokenHash, hashToken(ticket)), gt(signInTickets.expiresAt, now)))
    .returning({ userId: signInTickets.userId })
  return consumed.length > 0
}

/** Half-finished sign-ins end with whatever the first step relied on. */
export async function deleteTicketsOf(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(signInTickets).where(eq(signInTickets.userId, userId))
}

export const deleteExpiredTickets = (queryable: Queryable, before: Date, limit: number): Promise<number> =>
  deleteSome(
    queryable,
    signInTickets,
    { id: signInTickets.tokenHash, where: lt(signInTickets.expiresAt, before) },
    limit,
  )
