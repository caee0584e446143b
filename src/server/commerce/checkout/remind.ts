import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import { dayMs } from '#contract/kit/durations.ts'
import { paths } from '#contract/kit/paths.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { OfferKey } from '#server/commerce/items/offers.ts'
import { inSeats, type Group } from '#server/commerce/items/price-lines.ts'
import { resolvePurchase } from '#server/commerce/items/resolve-purchase.ts'
import { pricePurchase } from '#server/commerce/promo/price-purchase.ts'
import { hasPaid, openStates } from '#server/commerce/orders/states.ts'
import { transactions, type LineRow, type TransactionRow } from '#server/commerce/tables.ts'
import { findTeamOrder } from '#server/commerce/teams/paid-seats.ts'
import { isProofSent } from '#server/commerce/transfers/find-transfers.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { lockedJob, type Job } from '#server/platform/jobs/index.ts'
import { mustBe } from '#server/platform/outcomes.ts'
import { readLines } from '#server/commerce/orders/lines.ts'
import { priceOf } from './same-purchase.ts'
import { checkoutReminders, firstReminderMs } from './tables.ts'

/** After the order was opened. By the last one it has usually expired, and can be made again. */
const remindersAfterMs = [firstReminderMs, dayMs]

/** Reminds of orders that were left open. */
export const orderReminderJob = (deps: CommerceDeps): Job =>
  lockedJob(deps, {
    name: 'order-reminders',
    table: checkoutReminders,
    id: 'transactionId',
    isDue: (now) => lte(checkoutReminders.dueAt, now),
    orderBy: [asc(checkoutReminders.dueAt)],
    async perform(tx, { transactionId, sent }) {
      const [row] = await tx.select().from(transactions).where(eq(transactions.id, transactionId))
      const nextAfterMs = remindersAfterMs[sent + 1]
      if (!row || !(await remind(tx, deps, row)) || nextAfterMs === undefined) return 'delete'
      return { sent: sent + 1, dueAt: new Date(row.createdAt.getTime() + nextAfterMs) }
    },
  })

/** False when there is nothing to remind of (any more). */
async function remind(tx: Tx, deps: CommerceDeps, row: TransactionRow): Promise<boolean> {
  const asked = await readAsked(tx, deps, row)
  if (!asked) return false
  await deps.notify(tx, {
    kind: 'checkout-open',
    userId: row.studentId,
    data: {
      transactionId: row.id,
      title: row.itemTitle,
      ...asked,
      url: asked.until ? `${paths.successCheckout()}?transaksi=${row.id}` : await pathOf(tx, row),
      isGift: row.giftEmail !== null,
    },
  })
  return true
}

/** True when the buyer is still asked to pay this until then, or can still make an order that had lapsed again at this price. */
export async function isStillAsked(
  tx: Tx,
  deps: CommerceDeps,
  { data: { transactionId, until, amountIdr } }: { data: Told },
): Promise<boolean> {
  const asked = await findAsked(tx, deps, transactionId)
  return asked !== null && asked.until === until && asked.amountIdr === amountIdr
}

/** True when the buyer can still pay as the provider said, whose deadline is another than that of the order. */
export async function isStillWaiting(
  tx: Tx,
  deps: CommerceDeps,
  { data: { transactionId, until, amountIdr } }: { data: Told },
): Promise<boolean> {
  const asked = await findAsked(tx, deps, transactionId)
  const hasPassed = until !== null && new Date(until) <= deps.clock.now()
  return asked !== null && asked.until !== null && asked.amountIdr === amountIdr && !hasPassed
}

async function findAsked(tx: Tx, deps: CommerceDeps, transactionId: string): Promise<Asked | null> {
  const [row] = await tx.select().from(transactions).where(eq(transactions.id, transactionId))
  return row ? readAsked(tx, deps, row) : null
}

/** Until when the buyer is asked to pay an order; null for one that has lapsed, or costs less by now, which the checkout makes anew. */
type Asked = { until: string | null; amountIdr: number; isCheaper: boolean }
/** As the buyer was told of it. */
type Told = { transactionId: string } & Pick<Asked, 'until' | 'amountIdr'>

/** Null when there is nothing to ask for. */
async function readAsked(tx: Tx, deps: CommerceDeps, row: TransactionRow): Promise<Asked | null> {
  const isOpen =
    (row.state === 'created' || row.state === 'pending') && row.expiresAt !== null && row.expiresAt > deps.clock.now()
  const hasLapsed = !isOpen && (row.state === 'expired' || row.state === 'created' || row.state === 'pending')
  if (!isOpen && !hasLapsed) return null
  if (row.method !== 'card' && (await isProofSent(tx, row.orderId))) return null
  if (await isReplaced(tx, row)) return null
  const wanted = keysOf(await readLines(tx, row.id))
  const team = await findTeamOrder(tx, row)
  // As in the checkout: gifts and seats are for others.
  const ownerId = row.giftEmail === null && !team ? row.studentId : null
  const { groups: single } = await resolvePurchase(tx, deps, { wanted, ownerId, buyerId: team ? null : row.studentId })
  const groups = team ? single.map((group) => inSeats(group, team.seats)) : single
  if (groups.length === 0) return null
  const nowIdr = await priceNow(tx, deps, row, groups)
  if (nowIdr === 0) return null
  const isCheaper = nowIdr < (await priceOf(tx, row))
  return {
    until: isOpen && !isCheaper ? (row.expiresAt?.toISOString() ?? null) : null,
    amountIdr: isCheaper ? nowIdr : row.amountIdr,
    isCheaper,
  }
}

/** Prices it as the checkout would now: a code that is no longer valid has no effect. */
async function priceNow(tx: Tx, deps: CommerceDeps, row: TransactionRow, groups: readonly Group[]): Promise<number> {
  const priceWith = (code: string | null) =>
    pricePurchase(tx, {
      groups,
      code,
      studentId: row.studentId,
      transactionId: row.id,
      isCheckout: false,
      now: deps.clock.now(),
    })
  let priced = await priceWith(row.promoCode)
  if (priced.outcome !== 'priced') priced = await priceWith(null)
  return mustBe(priced, 'priced').price.total
}

/** A later order of the same, for the same person, is open or was paid. */
async function isReplaced(tx: Tx, { studentId, kind, itemId, giftEmail, createdAt }: TransactionRow): Promise<boolean> {
  const later = await tx
    .select({ state: transactions.state })
    .from(transactions)
    .where(
      and(
        eq(transactions.studentId, studentId),
        eq(transactions.kind, kind),
        eq(transactions.itemId, itemId),
        giftEmail === null ? isNull(transactions.giftEmail) : eq(transactions.giftEmail, giftEmail),
        gt(transactions.createdAt, createdAt),
      ),
    )
    .limit(20)
  return later.some(({ state }) => openStates.some((open) => open === state) || hasPaid(state))
}

function keysOf(lines: readonly LineRow[]): OfferKey[] {
  const keys = lines.map(({ bundleId, pathId, kind, itemId }): OfferKey => {
    if (pathId) return { kind: 'path', itemId: pathId }
    return bundleId ? { kind: 'bundle', itemId: bundleId } : { kind, itemId }
  })
  return keys.filter((key, place) => keys.findIndex(({ itemId }) => itemId === key.itemId) === place)
}

/** Where what was ordered can be bought again: more seats at their team. */
async function pathOf(tx: Tx, row: TransactionRow): Promise<string> {
  const team = await findTeamOrder(tx, row)
  if (team?.groupId) return paths.team({ teamId: team.groupId })
  const [thing] = team ? keysOf(await readLines(tx, row.id)) : []
  return pathOfThing(thing ?? row)
}

function pathOfThing({ kind, itemId }: Pick<TransactionRow, 'kind' | 'itemId'>): string {
  if (kind === 'course') return paths.courseDetail({ courseId: itemId })
  if (kind === 'ebook') return paths.ebook({ ebookId: itemId })
  if (kind === 'path') return paths.learningPath({ slug: itemId })
  return kind === 'bundle' ? paths.bundle({ slug: itemId }) : paths.cart()
}
