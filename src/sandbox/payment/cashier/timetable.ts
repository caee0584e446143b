import { type Order, type Plan, latestCharge } from '#sandbox/payment/ledger/records.ts'
import { Refusal, type World } from '#sandbox/payment/world.ts'
import { accept, cancel, chargeback, expire, settle, settleLate } from './transitions.ts'

export type Timetable = { runDue(): void; close(): void }

// The clock is passed in and may be moved, so no timer trusts it for longer than this.
const longestSleepMs = 30_000

const actions: Record<Plan['action'], (world: World, order: Order) => Order> = {
  accept,
  settle,
  'settle-late': settleLate,
  cancel,
  chargeback: (world, order) => chargeback(world, order),
}

/** Does what happens by the passing of time: waiting payments expire, plans come true. Pages that expire uncharged are silent. */
export function createTimetable(world: World): Timetable {
  let earliestMs = Infinity
  let timer: NodeJS.Timeout | undefined

  function notice(orders: Order[]): void {
    for (const order of orders) earliestMs = Math.min(earliestMs, dueMs(order))
    clearTimeout(timer)
    if (earliestMs === Infinity || world.closing.aborted) return
    const sleepMs = Math.min(Math.max(earliestMs - world.now().getTime(), 0), longestSleepMs)
    timer = setTimeout(runDue, sleepMs).unref()
  }

  function runDue(): void {
    const nowMs = world.now().getTime()
    if (nowMs < earliestMs) return notice([])
    earliestMs = Infinity
    for (const { orderId } of world.ledger.listOrders()) runOrder(world, orderId, nowMs)
    notice(world.ledger.listOrders())
  }

  world.ledger.onSave((entry) => notice(entry.orders ?? []))
  notice(world.ledger.listOrders())
  return { runDue, close: () => clearTimeout(timer) }
}

function dueMs(order: Order): number {
  const charge = latestCharge(order)
  const expiresMs = charge?.status === 'pending' && charge.expiresAt ? Date.parse(charge.expiresAt) : Infinity
  return Math.min(expiresMs, ...order.plans.map((plan) => Date.parse(plan.at)))
}

function runOrder(world: World, orderId: string, nowMs: number): void {
  for (;;) {
    const order = world.ledger.findOrder(orderId)
    if (!order || dueMs(order) > nowMs) return
    const plan = order.plans.toSorted((a, b) => a.at.localeCompare(b.at)).find(({ at }) => Date.parse(at) <= nowMs)
    if (plan) runPlan(world, order, plan)
    else expire(world, order)
  }
}

function runPlan(world: World, order: Order, plan: Plan): void {
  const rest = { ...order, plans: order.plans.filter((other) => other !== plan) }
  try {
    actions[plan.action](world, rest)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // Something else happened meanwhile (a refund before the chargeback): the plan lapses.
    world.ledger.save({ orders: [rest] })
  }
}
