import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { jakartaDay } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { paidStates } from '#server/commerce/orders/states.ts'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'
import { isProvenAddress } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { lockedJob, type Job } from '#server/platform/jobs/index.ts'
import { hasDueRefund } from './due-refund.ts'
import { gifts, type GiftRow } from './tables.ts'

export const newGiftToken = (): string => randomBytes(24).toString('base64url')
export const hashGiftToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * True when this mailbox has opened a gift of this giver: until then the giver is a stranger to whom it belongs. One whose link the giver had,
 * too, may have been claimed by anybody.
 */
async function knowsGiver(tx: Tx, { studentId }: TransactionRow, email: string): Promise<boolean> {
  const [opened] = await tx
    .select({ id: gifts.transactionId })
    .from(gifts)
    .innerJoin(transactions, eq(transactions.id, gifts.transactionId))
    .where(
      and(
        eq(transactions.studentId, studentId),
        eq(gifts.email, email),
        isNotNull(gifts.claimedAt),
        isNull(gifts.linkHash),
      ),
    )
    .limit(1)
  return opened !== undefined
}

/**
 * Mails the link to the receiver, and tells their account of it. A new link ends the earlier one. To somebody who does not know the giver it
 * waits while their mailbox had enough mails of strangers, and says nothing that the giver or an instructor chose; the earlier link works until then.
 */
export async function sendGift(
  tx: Tx,
  deps: CommerceDeps,
  { row, gift, isCounted = false }: { row: TransactionRow; gift: GiftRow; isCounted?: boolean },
): Promise<'sent' | 'waiting'> {
  const { mail, clock, publicUrl } = deps
  const { email, name } = gift
  const isKnown = await knowsGiver(tx, row, email)
  const waitSeconds = isKnown || isCounted ? null : await mail.waitForStranger(tx, email)
  if (waitSeconds !== null) {
    const readyAt = new Date(clock.now().getTime() + waitSeconds * 1000)
    await tx.update(gifts).set({ email, name, readyAt }).where(eq(gifts.transactionId, row.id))
    return 'waiting'
  }
  const token = newGiftToken()
  await tx
    .update(gifts)
    .set({ email, name, tokenHash: hashGiftToken(token), sentAt: clock.now(), readyAt: null })
    .where(eq(gifts.transactionId, row.id))
  await mail.queue(tx, {
    kind: 'gift',
    isSecret: true,
    cause: 'counted',
    to: { name, email },
    ownerId: row.studentId,
    message: {
      subject: isKnown ? `${row.buyerName} mengirimimu hadiah` : 'Ada hadiah untukmu',
      // The giver's text stays on the page: anyone can send a gift to a foreign address.
      paragraphs: [
        `${isKnown ? `${row.buyerName} membelikanmu ${row.itemTitle}.` : 'Seseorang membelikanmu sebuah hadiah.'} Buka hadiahmu lewat tombol di bawah; kamu bisa masuk atau membuat akun dengan alamat mana pun.`,
        'Tautan ini hanya bisa dipakai satu kali.',
      ],
      ...(isKnown ? { facts: [['Hadiah', row.itemTitle]] } : {}),
      action: { label: 'Buka hadiah', url: publicUrl + paths.gift({ token }) },
    },
  })
  await withdrawGift(tx, deps, row)
  await tellReceiver(tx, deps, row, { email, url: paths.gift({ token }) })
  return 'sent'
}

/** Withdraws notices of an earlier link, or of a refunded gift. */
export const withdrawGift = (tx: Tx, { notifications }: CommerceDeps, { id }: TransactionRow): Promise<void> =>
  notifications.withdraw(tx, id)

/** Only an account whose mailbox was proven: another one with this address may be somebody else's, and the link is for the mailbox. */
async function tellReceiver(
  tx: Tx,
  { identity, notify }: CommerceDeps,
  { id, itemTitle }: TransactionRow,
  { email, url }: { email: string; url: string },
): Promise<void> {
  const account = (await identity.findAccountsByEmail([email], tx)).get(email)
  if (!account || !(await isProvenAddress(tx, { userId: account.id, email }))) return
  await notify(tx, {
    kind: 'gift',
    userId: account.id,
    subjectId: id,
    data: { title: itemTitle, url },
  })
}

/** Sends paid gifts whose day has come, and those that waited for their turn. */
export const giftJob = (deps: CommerceDeps): Job =>
  lockedJob(deps, {
    name: 'gifts',
    table: gifts,
    id: 'transactionId',
    isWaiting: sql`${gifts.readyAt} is not null`,
    isDue: (now) => and(lte(gifts.readyAt, now), or(isNull(gifts.sendOn), lte(gifts.sendOn, jakartaDay(now))), isPaid),
    orderBy: [asc(gifts.sendOn), asc(gifts.transactionId)],
    async perform(tx, gift) {
      const [row] = await tx.select().from(transactions).where(eq(transactions.id, gift.transactionId))
      if (row) await sendGift(tx, deps, { row, gift })
      return null
    },
  })

/** A refund that comes to nothing lets it be sent after all. */
const isPaid = sql`exists (select 1 from ${transactions}
  where ${transactions.id} = ${gifts.transactionId} and ${inArray(transactions.state, [...paidStates])} and not ${hasDueRefund})`
