import { type Order, type Plan, latestCharge } from '#sandbox/payment/ledger-records.ts'
import { Rejection, type SandboxContext } from '#sandbox/payment/context.ts'
import { accept, cancel, chargeback, expire, settle, settleLate } from './transitions.ts'

export type Scheduler = { runDue(): void; close(): void }

// The injected clock may be moved, so no timer sleeps longer than this.
const maximumSleepMs = 30_000

const actions: Record<Plan['action'], (sandbox: SandboxContext, order: Order) => Order> = {
  accept,
  settle,
  'settle-late': settleLate,
  cancel,
  chargeback: (sandbox, order) => chargeback(sandbox, order),
}

/** Runs time-based transitions: pending payments expire and plans run. Pages that expire uncharged send no notification. */
export function createScheduler(sandbox: SandboxContext): Scheduler {
  let earliestMs = Infinity
  let timer: NodeJS.Timeout | undefined

  function reschedule(orders: Order[]): void {
    for (const order of orders) earliestMs = Math.min(earliestMs, dueMs(order))
    clearTimeout(timer)
    if (earliestMs === Infinity || sandbox.closing.aborted) return
    const sleepMs = Math.min(Math.max(earliestMs - sandbox.now().getTime(), 0), maximumSleepMs)
    timer = setTimeout(runDue, sleepMs).unref()
  }

  function runDue(): void {
    const nowMs = sandbox.now().getTime()
    if (nowMs < earliestMs) return reschedule([])
    earliestMs = Infinity
    for (const { orderId } of sandbox.ledger.listOrders()) runOrder(sandbox, orderId, nowMs)
    reschedule(sandbox.ledger.listOrders())
  }

  sandbox.ledger.onSave((entry) => reschedule(entry.orders ?? []))
  reschedule(sandbox.ledger.listOrders())
  return { runDue, close: () => clearTimeout(timer) }
}

function dueMs(order: Order): number {
  const charge = latestCharge(order)
  const expiresMs = charge?.status === 'pending' && charge.expiresAt ? Date.parse(charge.expiresAt) : Infinity
  return Math.min(expiresMs, ...order.plans.map((plan) => Date.parse(plan.at)))
}

function runOrder(sandbox: SandboxContext, orderId: string, nowMs: number): void {
  for (;;) {
    const order = sandbox.ledger.findOrder(orderId)
    if (!order || dueMs(order) > nowMs) return
    const plan = order.plans.toSorted((a, b) => a.at.localeCompare(b.at)).find(({ at }) => Date.parse(at) <= nowMs)
    if (plan) runPlan(sandbox, order, plan)
    else expire(sandbox, order)
  }
}

function runPlan(sandbox: SandboxContext, order: Order, plan: Plan): void {
  const rest = { ...order, plans: order.plans.filter((other) => other !== plan) }
  try {
    actions[plan.action](sandbox, rest)
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    // The status changed in the meantime (a refund before the chargeback): the plan is dropped.
    sandbox.ledger.save({ orders: [rest] })
  }
}
