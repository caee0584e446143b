import { and, asc, count, eq, isNull } from 'drizzle-orm'
import type { BankAccount } from '#contract/commerce/payouts.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { refused, type Refusal } from '#server/platform/outcomes.ts'
import { bankAccounts, type BankAccountRow } from './tables.ts'

const present = ({ bank, number, holder, verifiedAt }: BankAccountRow): BankAccount => ({
  bank,
  number,
  holder,
  verifiedAt: verifiedAt?.toISOString() ?? null,
})

export async function showBankAccount({ database }: CommerceDeps, userId: string): Promise<BankAccount | null> {
  const [row] = await database.query.select().from(bankAccounts).where(eq(bankAccounts.userId, userId))
  return row ? present(row) : null
}

/** Another account has to be verified again; the same one stays as it is. */
export async function saveBankAccount(
  { database, clock, audit }: CommerceDeps,
  userId: string,
  wanted: Omit<BankAccount, 'verifiedAt'>,
): Promise<BankAccount> {
  return database.transaction(async (tx) => {
    const [before] = await tx.select().from(bankAccounts).where(eq(bankAccounts.userId, userId)).for('update')
    if (before && before.bank === wanted.bank && before.number === wanted.number && before.holder === wanted.holder)
      return present(before)
    const change = { ...wanted, verifiedAt: null, verifiedBy: null, updatedAt: clock.now() }
    const [row] = await tx
      .insert(bankAccounts)
      .values({ userId, ...change })
      .onConflictDoUpdate({ target: bankAccounts.userId, set: change })
      .returning()
    if (!row) throw new Error('The insert returned no row')
    await audit.record(tx, { actorId: userId, action: 'bank-account.changed', subjectId: userId })
    return present(row)
  })
}

export async function listUnverified(
  { database, identity }: CommerceDeps,
  { page, limit }: { page: number; limit: number },
) {
  const { query } = database
  const [counted] = await query.select({ total: count() }).from(bankAccounts).where(isNull(bankAccounts.verifiedAt))
  const rows = await query
    .select()
    .from(bankAccounts)
    .where(isNull(bankAccounts.verifiedAt))
    .orderBy(asc(bankAccounts.updatedAt), asc(bankAccounts.userId))
    .limit(limit)
    .offset((page - 1) * limit)
  const people = await identity.findUserProfiles(rows.map(({ userId }) => userId))
  return {
    total: counted?.total ?? 0,
    rows: rows.map((row) => ({
      ...present(row),
      instructor: { _id: row.userId, name: people.get(row.userId)?.name ?? '' },
      updatedAt: row.updatedAt.toISOString(),
    })),
  }
}

/** `updatedAt` tells a changed bank or holder with the same number. */
type SeenAccount = { adminId: string; userId: string; number: string; updatedAt?: string | undefined }
type Verified = { outcome: 'verified'; account: BankAccount } | Refusal<'not-found' | 'account-changed'>

/** Verifies the account that the admin saw. */
export async function verifyBankAccount(
  { database, clock, audit }: CommerceDeps,
  { adminId, userId, number, updatedAt }: SeenAccount,
): Promise<Verified> {
  return database.transaction(async (tx) => {
    const [row] = await tx
      .update(bankAccounts)
      .set({ verifiedAt: clock.now(), verifiedBy: adminId })
      .where(
        and(
          eq(bankAccounts.userId, userId),
          eq(bankAccounts.number, number),
          updatedAt === undefined ? undefined : eq(bankAccounts.updatedAt, new Date(updatedAt)),
        ),
      )
      .returning()
    if (!row)
      return (await tx.$count(bankAccounts, eq(bankAccounts.userId, userId))) > 0
        ? refused('account-changed')
        : refused('not-found')
    await audit.record(tx, {
      actorId: adminId,
      action: 'bank-account.verified',
      subjectId: userId,
    })
    return { outcome: 'verified', account: present(row) }
  })
}
