import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { jakartaDay } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { transactions, type TransactionRow } from '#server/commerce/tables.ts'
import { isProvenAddress } from '#server/identity/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { gifts, type GiftRow } from './tables.ts'

export const hashGiftToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Mails the link to the receiver, and tells their account of it. A new link ends the earlier one. */
export async function sendGift(
  tx: Tx,
  deps: CommerceDeps,
  { row, gift }: { row: TransactionRow; gift: GiftRow },
): Promise<void> {
  const { mail, clock, publicUrl } = deps
  const token = randomBytes(24).toString('base64url')
  const { email, name } = gift
  await tx
    .update(gifts)
    .set({ email, name, tokenHash: hashGiftToken(token), sentAt: clock.now(), readyAt: null })
    .where(eq(gifts.transactionId, row.id))
  await mail.queue(tx, {
    kind: 'gift',
    isSecret: true,
    to: { name, email },
    ownerId: row.studentId,
    message: {
      subject: `${row.buyerName} mengirimimu hadiah`,
      // What the giver wrote stays on the page: anyone can send a gift to a foreign address.
      paragraphs: [
        `${row.buyerName} membelikanmu ${row.itemTitle}. Buka hadiahmu lewat tombol di bawah; kamu bisa masuk atau membuat akun dengan alamat mana pun.`,
        'Tautan ini hanya bisa dipakai satu kali.',
      ],
      facts: [['Hadiah', row.itemTitle]],
      action: { label: 'Buka hadiah', url: publicUrl + paths.gift({ token }) },
    },
  })
  await withdrawGift(tx, deps, row)
  await tellReceiver(tx, deps, row, { email, url: paths.gift({ token }) })
}

/** What was told of an earlier link, or of a gift whose money went back. */
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

const batch = 20

/** Sends paid gifts whose day has come. */
export async function sendDueGifts(deps: CommerceDeps): Promise<void> {
  const today = jakartaDay(deps.clock.now())
  await deps.database.transaction(async (tx) => {
    const due = await tx
      .select({ gift: gifts, row: transactions })
      .from(gifts)
      .innerJoin(transactions, eq(transactions.id, gifts.transactionId))
      .where(
        and(
          isNotNull(gifts.readyAt),
          or(isNull(gifts.sendOn), lte(gifts.sendOn, today)),
          inArray(transactions.state, ['paid', 'partially_refunded']),
        ),
      )
      .orderBy(asc(gifts.sendOn))
      .limit(batch)
      .for('update', { of: gifts, skipLocked: true })
    for (const each of due) await sendGift(tx, deps, each)
  })
}
