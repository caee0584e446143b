import { chargeCard } from './cashier/charge.ts'
import { type Chaos, chaosFor } from './cashier/chaos.ts'
import { sessionState } from './cashier/sessions.ts'
import { simulateDeny, simulatePay, simulatePayLater } from './cashier/simulate.ts'
import type { Timetable } from './cashier/timetable.ts'
import { type RefundAsk, accept, cancel, chargeback, expire, refund, settle } from './cashier/transitions.ts'
import { type Attempt, type ChargeStatus, type Notification, type Order, latestCharge } from './ledger/records.ts'
import { findTestCard } from './protocol/test-cards.ts'
import { Refusal, type World } from './world.ts'

export type OrderView = {
  orderId: string
  amountIdr: number
  itemNames: string[]
  /** Of the latest attempt; null while nothing was charged. */
  status: ChargeStatus | null
  fraud: string | null
  transactionId: string | null
  paymentType: string | null
  accountNumber: string | null
  refundedIdr: number
  session: 'payable' | 'pending' | 'processed' | 'expired' | 'cancelled'
  token: string
  redirectUrl: string
  createdAt: string
}

export type WebhookLogEntry = {
  id: string
  orderId: string
  url: string
  body: Record<string, unknown>
  createdAt: string
  attempts: Attempt[]
  nextAttemptAt: string | null
  dropped: boolean
}

/** Every action throws an Error with the provider's words when it is not possible. */
export type PaymentSandboxControl = {
  listOrders(): OrderView[]
  findOrder(orderId: string): OrderView | null
  /** A waiting payment is paid; otherwise a card is charged: the accepted one, or a sandbox card by its number. */
  pay(orderId: string, card?: string): OrderView
  payLater(orderId: string): OrderView
  /** The attempt fails, the session stays payable. */
  deny(orderId: string): OrderView
  /** A waiting payment expires with a notice; before any charge the page expires silently. */
  expire(orderId: string): OrderView
  settle(orderId: string): OrderView
  cancel(orderId: string): OrderView
  /** Staff accept a challenged card. */
  approve(orderId: string): OrderView
  refund(orderId: string, ask?: Partial<RefundAsk>): OrderView
  chargeback(orderId: string, options?: { isPartial?: boolean }): OrderView
  /** Changes the knobs given, for one order or for all. */
  setChaos(knobs: Partial<Chaos>, orderId?: string): void
  /** The knobs in force. */
  chaos(orderId?: string): Chaos
  clearChaos(): void
  /** Moves the sandbox's own clock ahead; what falls due happens. */
  advanceClock(byMs: number): void
  now(): Date
  webhookLog(orderId?: string): WebhookLogEntry[]
  /** Sends the very same body once more, with retries of its own. */
  redeliver(notificationId: string): void
  /** Resolves when no notification is due or under way; with `scheduledToo` held-back notices and retries must be through as well. */
  idle(options?: { scheduledToo?: boolean }): Promise<void>
}

export function createControl(world: World, timetable: Timetable): PaymentSandboxControl {
  const { ledger } = world

  function act(orderId: string, action: (order: Order) => Order): OrderView {
    timetable.runDue()
    const order = ledger.findOrder(orderId)
    if (!order) throw new Refusal('404', "Transaction doesn't exist.")
    const acted = action(order)
    timetable.runDue()
    return present(world, ledger.findOrder(orderId) ?? acted)
  }

  return {
    listOrders: () => ledger.listOrders().map((order) => present(world, order)),
    findOrder(orderId) {
      timetable.runDue()
      const order = ledger.findOrder(orderId)
      return order && present(world, order)
    },
    pay: (orderId, card) => act(orderId, (order) => (card === undefined ? simulatePay(world, order) : chargeCard(world, order, cardNamed(card)))),
    payLater: (orderId) => act(orderId, (order) => simulatePayLater(world, order)),
    deny: (orderId) => act(orderId, (order) => simulateDeny(world, order)),
    expire: (orderId) => act(orderId, (order) => (latestCharge(order)?.status === 'pending' ? expire(world, order) : expirePage(world, order))),
    settle: (orderId) => act(orderId, (order) => settle(world, order)),
    cancel: (orderId) => act(orderId, (order) => cancel(world, order)),
    approve: (orderId) => act(orderId, (order) => accept(world, order)),
    refund: (orderId, ask) => act(orderId, (order) => refund(world, order, { key: null, amountIdr: null, reason: '', ...ask })),
    chargeback: (orderId, options) => act(orderId, (order) => chargeback(world, order, options?.isPartial)),
    ...settingsControl(world, timetable),
    webhookLog: (orderId) =>
      ledger
        .listNotifications()
        .filter((one) => orderId === undefined || one.orderId === orderId)
        .map(presentNotification),
    redeliver: (notificationId) => redeliver(world, notificationId),
    idle(options) {
      timetable.runDue()
      return world.notifier.idle(options)
    },
  }
}

function settingsControl({ ledger, now, options }: World, timetable: Timetable) {
  return {
    setChaos(knobs: Partial<Chaos>, orderId?: string) {
      const settings = ledger.settings()
      const { chaosForAll, chaosByOrder } = settings
      if (orderId === undefined) ledger.save({ settings: { ...settings, chaosForAll: { ...chaosForAll, ...knobs } } })
      else ledger.save({ settings: { ...settings, chaosByOrder: { ...chaosByOrder, [orderId]: { ...chaosByOrder[orderId], ...knobs } } } })
    },
    chaos: (orderId = '') => chaosFor(orderId, ledger.settings(), options.seed),
    clearChaos: () => ledger.save({ settings: { ...ledger.settings(), chaosForAll: {}, chaosByOrder: {} } }),
    advanceClock(byMs: number) {
      ledger.save({ settings: { ...ledger.settings(), clockAheadMs: ledger.settings().clockAheadMs + byMs } })
      timetable.runDue()
    },
    now,
  }
}

// The provider tells nobody of a page that expires uncharged.
function expirePage(world: World, order: Order): Order {
  const { state } = sessionState(world, order)
  if (state !== 'payable') throw new Refusal('412', 'Transaction status cannot be updated.')
  const expired = { ...order, pageExpiresAt: world.now().toISOString() }
  world.ledger.save({ orders: [expired] })
  return expired
}

function redeliver(world: World, notificationId: string): void {
  const { ledger, notifier } = world
  const earlier = ledger.findNotification(notificationId)
  if (!earlier) throw new Refusal('404', 'notification not found')
  const repeats = ledger.listNotifications().filter(({ id }) => id.startsWith(`${notificationId}.again`)).length
  const now = world.now().toISOString()
  const again: Notification = { ...earlier, id: `${notificationId}.again${repeats + 1}`, createdAt: now, attempts: [], nextAttemptAt: now, dropped: false }
  ledger.save({ notifications: [again] })
  notifier.send([again])
}

function cardNamed(number: string) {
  const card = findTestCard(number)
  if (!card) throw new Refusal('400', `${number} is no sandbox card`)
  return card
}

function present(world: World, order: Order): OrderView {
  const charge = latestCharge(order)
  return {
    orderId: order.orderId,
    amountIdr: order.request.amountIdr,
    itemNames: order.request.items.map(({ name }) => name),
    status: charge?.status ?? null,
    fraud: charge?.fraud ?? null,
    transactionId: charge?.transactionId ?? null,
    paymentType: charge?.paymentType ?? null,
    accountNumber: charge?.account?.number ?? null,
    refundedIdr: (charge?.refunds ?? []).reduce((total, { amountIdr }) => total + amountIdr, 0),
    session: sessionState(world, order).state,
    token: order.token,
    redirectUrl: `${world.publicBase}/snap/v4/redirection/${order.token}`,
    createdAt: order.createdAt,
  }
}

function presentNotification(one: Notification): WebhookLogEntry {
  const { id, orderId, url, body, createdAt, attempts, nextAttemptAt, dropped } = one
  return { id, orderId, url, body: JSON.parse(body), createdAt, attempts, nextAttemptAt, dropped }
}
