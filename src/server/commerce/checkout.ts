import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { priceAfterDiscount } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import type { CourseRow } from '#server/catalog/index.ts'
import type { Queryable, Transaction } from '#server/database/index.ts'
import type { Viewer } from '#server/http/index.ts'
import type { CommerceDeps } from './commerce.ts'
import { newOrderId } from './order-id.ts'
import { ProviderUnavailable, type PaymentSession } from './payment-provider.ts'
import { settle } from './settle-payment.ts'
import { transactions, type TransactionRow } from './tables.ts'

export type CheckoutOutcome =
  | { outcome: 'open'; transactionId: string; token: string; redirectUrl: string }
  | { outcome: 'enrolled-free' }
  | { outcome: 'not-found' | 'already-enrolled' | 'under-review' | 'payment-unavailable' }

const sessionLifeMinutes = 24 * 60
// Longer than the provider client waits, so that a claim never ends while its call is still under way.
const claimMs = 8_000
const waitForClaimMs = 100
const deadlineMs = 9_000

type Next =
  | { step: 'done'; outcome: CheckoutOutcome }
  | { step: 'ask-provider'; row: TransactionRow; course: CourseRow }
  | { step: 'wait' }
  | { step: 'replace'; row: TransactionRow; session: PaymentSession }

/**
 * Opens a transaction for a course and a payment session for it. However often and from however many devices it is
 * asked, a student has one open transaction for a course, with one token.
 */
export async function checkout(deps: CommerceDeps, student: Viewer, courseId: string): Promise<CheckoutOutcome> {
  const deadline = Date.now() + deadlineMs
  try {
    while (Date.now() < deadline) {
      // No provider call inside a transaction: it would hold a connection, and the locks, for seconds.
      const next = await deps.database.transaction((tx) => decideNext(tx, deps, student, courseId))
      if (next.step === 'done') return next.outcome
      if (next.step === 'wait') await sleep(waitForClaimMs)
      if (next.step === 'replace' && (await endSession(deps, next.row, next.session)) === 'payer-is-paying') return opened(next.row, next.session)
      if (next.step === 'ask-provider') await openSession(deps, next.row, next.course)
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    deps.log.warn({ error: error.message }, 'checkout: the payment provider did not answer')
  }
  return { outcome: 'payment-unavailable' }
}

async function decideNext(tx: Transaction, deps: CommerceDeps, student: Viewer, courseId: string): Promise<Next> {
  // Two clicks, tabs or devices decide one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`checkout:${student.id}:${courseId}`}, 0))`)
  const course = await deps.catalog.findCourse(courseId, tx)
  if (course?.status !== 'published') return { step: 'done', outcome: { outcome: 'not-found' } }
  if (await deps.learning.isEnrolled(student.id, courseId, tx)) return { step: 'done', outcome: { outcome: 'already-enrolled' } }

  // The price comes from here, whatever the browser believes.
  const amountIdr = priceAfterDiscount({ price: course.priceIdr, discount: course.discountPercent })
  if (amountIdr === 0) {
    await deps.learning.enroll(tx, { userId: student.id, courseId, sourceRef: 'free' })
    return { step: 'done', outcome: { outcome: 'enrolled-free' } }
  }
  const row = await findOpen(tx, student.id, courseId)
  if (!row) return { step: 'ask-provider', course, row: await insertClaimed(tx, deps, student, course, amountIdr) }
  return continueWith(tx, deps, row, student, course, amountIdr)
}

async function continueWith(tx: Transaction, deps: CommerceDeps, row: TransactionRow, student: Viewer, course: CourseRow, amountIdr: number): Promise<Next> {
  const now = deps.clock.now()
  if (row.state === 'review') return { step: 'done', outcome: { outcome: 'under-review' } }
  if (row.token && row.paymentUrl) {
    const session = { token: row.token, redirectUrl: row.paymentUrl }
    const good = row.amountIdr === amountIdr && row.expiresAt !== null && row.expiresAt > now
    return good ? { step: 'done', outcome: opened(row, session) } : { step: 'replace', row, session }
  }
  // Somebody is asking the provider at this moment; a claim that ran out belonged to a process that died.
  if (row.sessionClaimedUntil && row.sessionClaimedUntil > now) return { step: 'wait' }
  if (row.amountIdr !== amountIdr) {
    await close(tx, deps, row)
    return { step: 'ask-provider', course, row: await insertClaimed(tx, deps, student, course, amountIdr) }
  }
  return { step: 'ask-provider', course, row: await claimAgain(tx, row, now) }
}

const opened = (row: TransactionRow, session: PaymentSession): CheckoutOutcome => ({ outcome: 'open', transactionId: row.id, ...session })

const sessionEnd = (now: Date): Date => new Date(now.getTime() + sessionLifeMinutes * 60_000)

async function claimAgain(tx: Transaction, row: TransactionRow, now: Date): Promise<TransactionRow> {
  const [claimed] = await tx
    .update(transactions)
    .set({ sessionClaimedUntil: new Date(now.getTime() + claimMs), expiresAt: sessionEnd(now), version: sql`${transactions.version} + 1` })
    .where(eq(transactions.id, row.id))
    .returning()
  return claimed ?? row
}

/** Ends an open transaction unpaid. Should its payment arrive after all, settling still takes it. */
async function close(queryable: Queryable, deps: CommerceDeps, row: TransactionRow): Promise<void> {
  await queryable
    .update(transactions)
    .set({ state: 'cancelled', updatedAt: deps.clock.now(), version: sql`${transactions.version} + 1` })
    .where(and(eq(transactions.id, row.id), inArray(transactions.state, ['created', 'pending'])))
}

async function findOpen(tx: Transaction, studentId: string, courseId: string): Promise<TransactionRow | null> {
  const [row] = await tx
    .select()
    .from(transactions)
    .where(and(eq(transactions.studentId, studentId), eq(transactions.courseId, courseId), inArray(transactions.state, ['created', 'pending', 'review'])))
  return row ?? null
}

async function insertClaimed(tx: Transaction, deps: CommerceDeps, student: Viewer, course: CourseRow, amountIdr: number): Promise<TransactionRow> {
  const now = deps.clock.now()
  const [row] = await tx
    .insert(transactions)
    .values({
      id: randomUUIDv7(),
      studentId: student.id,
      courseId: course.id,
      itemTitle: course.title,
      buyerName: student.name,
      buyerEmail: student.email,
      listPriceIdr: course.priceIdr,
      discountPercent: course.discountPercent,
      amountIdr,
      orderId: newOrderId(),
      state: 'created',
      sessionClaimedUntil: new Date(now.getTime() + claimMs),
      expiresAt: sessionEnd(now),
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!row) throw new Error('An insert that succeeds answers its row')
  return row
}

async function openSession(deps: CommerceDeps, row: TransactionRow, course: CourseRow): Promise<void> {
  const discountIdr = row.listPriceIdr - row.amountIdr
  const session = await deps.payments.openSession({
    orderId: row.orderId,
    amountIdr: row.amountIdr,
    lines: [
      { id: course.id, name: row.itemTitle, priceIdr: row.listPriceIdr },
      ...(discountIdr > 0 ? [{ id: 'DISKON', name: 'Diskon', priceIdr: -discountIdr }] : []),
    ],
    buyer: { name: row.buyerName, email: row.buyerEmail },
    lifeMinutes: sessionLifeMinutes,
    finishUrl: `${deps.publicUrl}${paths.successCheckout()}`,
  })
  if (session === 'order-already-used') await recoverUsedOrder(deps, row)
  else await storeSession(deps, row, session)
}

/** The version tells whether the claim is still ours; a session that came too late is dropped, and the next round asks again. */
async function storeSession(deps: CommerceDeps, row: TransactionRow, session: PaymentSession): Promise<void> {
  await deps.database.query
    .update(transactions)
    .set({
      state: 'pending',
      token: session.token,
      paymentUrl: session.redirectUrl,
      sessionClaimedUntil: null,
      updatedAt: deps.clock.now(),
      version: sql`${transactions.version} + 1`,
    })
    .where(and(eq(transactions.id, row.id), eq(transactions.version, row.version), eq(transactions.state, 'created')))
}

/** The provider knows this order already: take over what it says, or, if it never charged anything, start over under a new order id. */
async function recoverUsedOrder(deps: CommerceDeps, row: TransactionRow): Promise<void> {
  const outcome = await settle(deps, row.orderId)
  if (outcome !== 'unchanged') return
  await deps.database.query
    .update(transactions)
    .set({ orderId: newOrderId(), sessionClaimedUntil: null, version: sql`${transactions.version} + 1` })
    .where(and(eq(transactions.id, row.id), eq(transactions.orderId, row.orderId), eq(transactions.state, 'created')))
}

/** The price changed, or the session ran out. A payer who is in the middle of paying keeps what was agreed. */
async function endSession(deps: CommerceDeps, row: TransactionRow, session: PaymentSession): Promise<'ended' | 'payer-is-paying'> {
  const settled = await settle(deps, row.orderId)
  if (settled === 'provider-unavailable') throw new ProviderUnavailable('The status could not be read')
  if (settled !== 'unchanged') return 'ended'
  if ((await deps.payments.cancelSession(session.token)) === 'in-progress') return 'payer-is-paying'
  await close(deps.database.query, deps, row)
  return 'ended'
}
