import { chargeCard, chargeLater } from './payments/charge.ts'
import { type Chaos, chaosFor } from './payments/chaos.ts'
import { sessionState } from './payments/sessions.ts'
import { simulateDeny, simulatePay, simulatePayLater } from './payments/simulate.ts'
import type { Scheduler } from './payments/scheduler.ts'
import {
  type RefundInput,
  type Reversal,
  accept,
  cancel,
  chargeback,
  expire,
  refund,
  restore,
  reverse,
  settle,
} from './payments/transitions.ts'
import { type Attempt, type ChargeStatus, type Notification, type Order, latestCharge } from './ledger-records.ts'
import { findTestCard } from './payments/test-cards.ts'
import { Rejection, type SandboxContext } from './context.ts'

export type OrderView = {
  orderId: string
  amountIdr: number
  itemNames: string[]
  /** Status of the latest attempt; null while nothing was charged. */
  status: ChargeStatus | null
  fraud: string | null
  transactionId: string | null
  paymentType: string | null
  accountNumber: string | null
  /** Money was taken once, whatever became of it. */
  wasPaid: boolean
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

/** Every action throws an Error with the provider's message when it is not possible. */
export type PaymentSandboxControl = {
  listOrders(): OrderView[]
  findOrder(orderId: string): OrderView | null
  /** Pays a pending payment; otherwise charges a card: the accepted one, or a sandbox card by its number. */
  pay(orderId: string, card?: string): OrderView
  /** Issues a number or code: of this method (such as `qris`), or of the first virtual account. */
  payLater(orderId: string, methodId?: string): OrderView
  /** The attempt fails, the session stays payable. */
  deny(orderId: string): OrderView
  /** A pending payment expires with a notification; before any charge the page expires without one. */
  expire(orderId: string): OrderView
  settle(orderId: string): OrderView
  cancel(orderId: string): OrderView
  /** Staff accept a challenged card. */
  approve(orderId: string): OrderView
  refund(orderId: string, input?: Partial<RefundInput>): OrderView
  /** The bank takes a settled payment back, or settles it again. */
  reverse(orderId: string, to?: Reversal): OrderView
  restore(orderId: string): OrderView
  chargeback(orderId: string, options?: { isPartial?: boolean }): OrderView
  /** Changes the knobs given, for one order or for all. */
  setChaos(knobs: Partial<Chaos>, orderId?: string): void
  /** The knobs in force. */
  chaos(orderId?: string): Chaos
  clearChaos(): void
  /** Moves the sandbox clock ahead and runs what becomes due. */
  advanceClock(byMs: number): void
  now(): Date
  webhookLog(orderId?: string): WebhookLogEntry[]
  /** Sends the same body again, with its own retries. */
  redeliver(notificationId: string): void
  /** Resolves when no notification is due or in flight; with `scheduledToo` delayed notifications and retries must be finished as well. */
  idle(options?: { scheduledToo?: boolean }): Promise<void>
}

export function createControl(sandbox: SandboxContext, scheduler: Scheduler): PaymentSandboxControl {
  const { ledger } = sandbox

  function act(orderId: string, action: (order: Order) => Order): OrderView {
    scheduler.runDue()
    const order = ledger.findOrder(orderId)
    if (!order) throw new Rejection('404', "Transaction doesn't exist.")
    const acted = action(order)
    scheduler.runDue()
    return present(sandbox, ledger.findOrder(orderId) ?? acted)
  }

  return {
    listOrders: () => ledger.listOrders().map((order) => present(sandbox, order)),
    findOrder(orderId) {
      scheduler.runDue()
      const order = ledger.findOrder(orderId)
      return order && present(sandbox, order)
    },
    pay: (orderId, card) =>
      act(orderId, (order) =>
        card === undefined ? simulatePay(sandbox, order) : chargeCard(sandbox, order, cardNamed(card)),
      ),
    payLater: (orderId, methodId) =>
      act(orderId, (order) =>
        methodId === undefined ? simulatePayLater(sandbox, order) : chargeLater(sandbox, order, methodId),
      ),
    deny: (orderId) => act(orderId, (order) => simulateDeny(sandbox, order)),
    expire: (orderId) =>
      act(orderId, (order) =>
        latestCharge(order)?.status === 'pending' ? expire(sandbox, order) : expirePage(sandbox, order),
      ),
    settle: (orderId) => act(orderId, (order) => settle(sandbox, order)),
    cancel: (orderId) => act(orderId, (order) => cancel(sandbox, order)),
    approve: (orderId) => act(orderId, (order) => accept(sandbox, order)),
    refund: (orderId, input) =>
      act(orderId, (order) => refund(sandbox, order, { key: null, amountIdr: null, reason: '', ...input })),
    chargeback: (orderId, options) => act(orderId, (order) => chargeback(sandbox, order, options?.isPartial)),
    reverse: (orderId, to = 'deny') => act(orderId, (order) => reverse(sandbox, order, to)),
    restore: (orderId) => act(orderId, (order) => restore(sandbox, order)),
    ...settingsControl(sandbox, scheduler),
    webhookLog: (orderId) =>
      ledger
        .listNotifications()
        .filter((one) => orderId === undefined || one.orderId === orderId)
        .map(presentNotification),
    redeliver: (notificationId) => redeliver(sandbox, notificationId),
    idle(options) {
      scheduler.runDue()
      return sandbox.notifier.idle(options)
    },
  }
}

function settingsControl({ ledger, now, options }: SandboxContext, scheduler: Scheduler) {
  return {
    setChaos(knobs: Partial<Chaos>, orderId?: string) {
      const settings = ledger.settings()
      const { chaosForAll, chaosByOrder } = settings
      if (orderId === undefined) ledger.save({ settings: { ...settings, chaosForAll: { ...chaosForAll, ...knobs } } })
      else
        ledger.save({
          settings: {
            ...settings,
            chaosByOrder: { ...chaosByOrder, [orderId]: { ...chaosByOrder[orderId], ...knobs } },
          },
        })
    },
    chaos: (orderId = '') => chaosFor(orderId, ledger.settings(), options.seed),
    clearChaos: () => ledger.save({ settings: { ...ledger.settings(), chaosForAll: {}, chaosByOrder: {} } }),
    advanceClock(byMs: number) {
      ledger.save({ settings: { ...ledger.settings(), clockAheadMs: ledger.settings().clockAheadMs + byMs } })
      scheduler.runDue()
    },
    now,
  }
}

// The provider sends no notification for a page that expires uncharged.
function expirePage(sandbox: SandboxContext, order: Order): Order {
  const { state } = sessionState(sandbox, order)
  if (state !== 'payable') throw new Rejection('412', 'Transaction status cannot be updated.')
  const expired = { ...order, pageExpiresAt: sandbox.now().toISOString() }
  sandbox.ledger.save({ orders: [expired] })
  return expired
}

function redeliver(sandbox: SandboxContext, notificationId: string): void {
  const { ledger, notifier } = sandbox
  const earlier = ledger.findNotification(notificationId)
  if (!earlier) throw new Rejection('404', 'notification not found')
  const repeats = ledger.listNotifications().filter(({ id }) => id.startsWith(`${notificationId}.again`)).length
  const now = sandbox.now().toISOString()
  const again: Notification = {
    ...earlier,
    id: `${notificationId}.again${repeats + 1}`,
    createdAt: now,
    attempts: [],
    nextAttemptAt: now,
    dropped: false,
  }
  ledger.save({ notifications: [again] })
  notifier.send([again])
}

function cardNamed(number: string) {
  const card = findTestCard(number)
  if (!card) throw new Rejection('400', `${number} is not a sandbox card`)
  return card
}

function present(sandbox: SandboxContext, order: Order): OrderView {
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
    wasPaid: charge?.wasPaid ?? false,
    refundedIdr: (charge?.refunds ?? []).reduce((total, { amountIdr }) => total + amountIdr, 0),
    session: sessionState(sandbox, order).state,
    token: order.token,
    redirectUrl: `${sandbox.publicBase}/snap/v4/redirection/${order.token}`,
    createdAt: order.createdAt,
  }
}

function presentNotification(one: Notification): WebhookLogEntry {
  const { id, orderId, url, body, createdAt, attempts, nextAttemptAt, dropped } = one
  return { id, orderId, url, body: JSON.parse(body), createdAt, attempts, nextAttemptAt, dropped }
}
