import { and, asc, eq } from 'drizzle-orm'
import { maximumOrderNotes, type OrderNote, type OrderNoteInput } from '#contract/commerce/order-notes.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { mailMessage } from '#server/commerce/messages.ts'
import { transactions } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { newId } from '#server/platform/new-id.ts'
import { invalidInput, refused, type InvalidInput, type Refusal } from '#server/platform/outcomes.ts'
import { isErasedBuyer } from '#server/commerce/orders/erased-buyer.ts'
import { orderNotes, type OrderNoteRow } from './order-notes-tables.ts'

const present = ({ id, text, isSent, createdAt }: OrderNoteRow, author: string | null): OrderNote => ({
  _id: id,
  author,
  text,
  isSent,
  createdAt: createdAt.toISOString(),
})

/** Newest last; null when there is no such transaction. */
export async function listOrderNotes(
  { database: { query }, identity }: CommerceDeps,
  transactionId: string,
): Promise<OrderNote[] | null> {
  const [row] = await query.select({ id: transactions.id }).from(transactions).where(eq(transactions.id, transactionId))
  if (!row) return null
  const notes = await query
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.transactionId, row.id))
    .orderBy(asc(orderNotes.id))
    .limit(maximumOrderNotes)
  const authors = await identity.findUserProfiles(notes.flatMap(({ authorId }) => authorId ?? []))
  return notes.map((note) => present(note, authors.get(note.authorId ?? '')?.name ?? null))
}

type Wanted = OrderNoteInput & { id: string }
type Added = { outcome: 'added'; note: OrderNote } | InvalidInput | Refusal<'not-found' | 'too-many-notes'>

/** Stores a note, and mails it to the buyer if wanted: neither happens without the other. */
export const addOrderNote = (deps: CommerceDeps, admin: Viewer, wanted: Wanted): Promise<Added> =>
  deps.database.transaction(async (tx) => {
    // One note of an order at a time, and none while its buyer is erased.
    const [row] = await tx.select().from(transactions).where(eq(transactions.id, wanted.id)).for('update')
    if (!row) return refused('not-found')
    const sent = await findSent(tx, admin.id, wanted)
    // Its response was lost.
    if (sent) return { outcome: 'added', note: present(sent, admin.name) }
    if ((await tx.$count(orderNotes, eq(orderNotes.transactionId, row.id))) >= maximumOrderNotes)
      return refused('too-many-notes')
    if (wanted.sendToBuyer && isErasedBuyer(row))
      return invalidInput({ sendToBuyer: 'Akun pembelinya sudah dihapus, jadi tidak ada yang bisa dikirimi.' })
    const note: OrderNoteRow = {
      id: newId(),
      transactionId: row.id,
      authorId: admin.id,
      text: wanted.text,
      isSent: wanted.sendToBuyer,
      sentKey: wanted.key ?? null,
      createdAt: deps.clock.now(),
    }
    await tx.insert(orderNotes).values(note)
    if (note.isSent) await mailMessage(tx, deps, { row, text: note.text })
    await deps.audit.record(tx, {
      actorId: admin.id,
      action: note.isSent ? 'transaction.message-sent' : 'transaction.note-added',
      subjectId: row.id,
    })
    return { outcome: 'added', note: present(note, admin.name) }
  })

/** The note that arrived before with this key. With other words it is another one. */
async function findSent(
  tx: Tx,
  authorId: string,
  { id, text, sendToBuyer, key }: Wanted,
): Promise<OrderNoteRow | undefined> {
  if (key === undefined) return undefined
  const [sent] = await tx
    .select()
    .from(orderNotes)
    .where(
      and(
        eq(orderNotes.transactionId, id),
        eq(orderNotes.authorId, authorId),
        eq(orderNotes.sentKey, key),
        eq(orderNotes.text, text),
        eq(orderNotes.isSent, sendToBuyer),
      ),
    )
  return sent
}

/** Deletes a note, whoever wrote it. What the buyer has read stays. */
export const deleteOrderNote = (
  { database, audit }: CommerceDeps,
  admin: Viewer,
  id: string,
): Promise<{ outcome: 'deleted' } | Refusal<'not-found' | 'already-sent'>> =>
  database.transaction(async (tx) => {
    const [note] = await tx.select().from(orderNotes).where(eq(orderNotes.id, id)).for('update')
    if (!note) return refused('not-found')
    if (note.isSent) return refused('already-sent')
    await tx.delete(orderNotes).where(eq(orderNotes.id, id))
    await audit.record(tx, {
      actorId: admin.id,
      action: 'transaction.note-deleted',
      subjectId: note.transactionId,
    })
    return { outcome: 'deleted' }
  })
