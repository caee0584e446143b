import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { paidStatesSql } from '#server/commerce/orders/states.ts'
import { refundTasks, teamOrders, transactions, type LineRow, type TransactionRow } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'

/** The part of the amount that is given back for so many seats of an order. */
export const idrOfSeats = (amountIdr: number, seats: number, given: number): number =>
  Number((BigInt(amountIdr) * BigInt(given)) / BigInt(seats))

/** How many seats were given back, once so much of the amount was. The inverse of `idrOfSeats`; a part of a seat is none. */
export function seatsOfIdr(amountIdr: number, seats: number, refundedIdr: number): number {
  if (amountIdr === 0) return 0
  return Math.min(seats, Number((BigInt(refundedIdr + 1) * BigInt(seats) - 1n) / BigInt(amountIdr)))
}

// The same as `seatsOfIdr`, with what refunds that are due will give back.
const dueIdr = `(select coalesce(max(case when r.lines_refunded_idr is null then t.amount_idr else (select sum(idr) from unnest(r.lines_refunded_idr) idr) end), 0)
    from refund_tasks r where r.transaction_id = t.id and r.state = 'due')`
const seatsKept = `case when t.state not in (${paidStatesSql}) then 0
  when t.amount_idr = 0 then o.seats
  else o.seats - least(o.seats, div((greatest(t.refunded_amount_idr, ${dueIdr}) + 1)::numeric * o.seats - 1, t.amount_idr))::int end`
/** The paid seats of teams, without those that went back or are going back: `group_id`, `seats`. */
export const paidSeatsSql = `select o.group_id, sum(${seatsKept})::int as seats
  from team_orders o join transactions t on t.id = o.transaction_id where o.group_id is not null group by o.group_id`

const paidSeatsOf = (groupId: string): SQL =>
  sql`select coalesce(sum(${sql.raw(seatsKept)}), 0)::int as seats
    from team_orders o join transactions t on t.id = o.transaction_id where o.group_id = ${groupId}::uuid`

export async function findTeamOrder(tx: Tx, { id, kind }: Pick<TransactionRow, 'id' | 'kind'>) {
  if (kind !== 'team') return null
  const [order] = await tx.select().from(teamOrders).where(eq(teamOrders.transactionId, id))
  return order ?? null
}

/** Makes the seats of a team those that are paid, after something of one of its orders has changed. The team is locked first: two orders of it may change at once. */
export async function recountSeats(
  tx: Tx,
  { teams }: Pick<CommerceDeps, 'teams'>,
  { row, isReversal = false }: { row: Pick<TransactionRow, 'id' | 'kind'>; isReversal?: boolean },
): Promise<void> {
  const order = await findTeamOrder(tx, row)
  if (!order?.groupId) return
  await teams.lockTeamSeats(tx, order.groupId)
  const { rows } = await tx.execute<{ seats: number }>(paidSeatsOf(order.groupId))
  await teams.setTeamSeats(tx, { teamId: order.groupId, seats: rows[0]?.seats ?? 0, isReversal })
}

/** Opens the team of a paid order, unless more seats of one were bought, or a payment that the bank had taken back is settled again. */
export async function openTeamOf(
  tx: Tx,
  { teams }: Pick<CommerceDeps, 'teams'>,
  { row, lines }: { row: TransactionRow; lines: readonly LineRow[] },
): Promise<void> {
  const order = await findTeamOrder(tx, row)
  if (!order || order.groupId !== null) return
  const bundleId = lines[0]?.bundleId ?? null
  const groupId = await teams.openTeam(tx, {
    managerId: row.studentId,
    name: order.name,
    npwp: order.npwp,
    title: bundleId === null ? (lines[0]?.itemTitle ?? row.itemTitle) : (lines[0]?.setTitle ?? row.itemTitle),
    courseId: bundleId === null ? (lines[0]?.itemId ?? null) : null,
    bundleId,
    items: lines.map(({ kind, itemId }) => ({ kind, itemId })),
  })
  await tx.update(teamOrders).set({ groupId }).where(eq(teamOrders.transactionId, row.id))
}

/** The seats of an order that can be given back now. The team is locked until the commit, so that nobody takes one meanwhile. */
export async function findFreeSeats(
  tx: Tx,
  { teams }: Pick<CommerceDeps, 'teams'>,
  row: TransactionRow,
): Promise<{ seats: number; givenBack: number; goingBackIdr: number; free: number } | null> {
  const order = await findTeamOrder(tx, row)
  if (!order?.groupId) return null
  const team = await teams.lockTeamSeats(tx, order.groupId)
  if (!team) return null
  const due = await tx
    .select({ linesRefundedIdr: refundTasks.linesRefundedIdr })
    .from(refundTasks)
    .where(and(eq(refundTasks.transactionId, row.id), eq(refundTasks.state, 'due')))
    .orderBy(asc(refundTasks.createdAt))
  const goingBackIdr = Math.max(
    row.refundedAmountIdr,
    ...due.map(({ linesRefundedIdr }) => linesRefundedIdr?.reduce((sum, idr) => sum + idr, 0) ?? row.amountIdr),
  )
  const givenBack = seatsOfIdr(row.amountIdr, order.seats, goingBackIdr)
  return {
    seats: order.seats,
    givenBack,
    goingBackIdr,
    free: Math.max(0, Math.min(order.seats - givenBack, team.seats - team.used)),
  }
}

/** The seats of a team of an order after a refund of it came to nothing. */
export async function recountSeatsOfOrder(tx: Tx, deps: Pick<CommerceDeps, 'teams'>, orderId: string): Promise<void> {
  const [row] = await tx.select().from(transactions).where(eq(transactions.orderId, orderId)).for('update')
  if (row) await recountSeats(tx, deps, { row })
}
