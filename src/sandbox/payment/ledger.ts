import { openJournal } from './journal.ts'
import type { Settings } from '#sandbox/payment/payments/chaos.ts'
import type { Notification, Order } from './ledger-records.ts'

/** Changed records. One entry is one line of the journal, so it is written atomically. */
type Entry = { orders?: Order[]; notifications?: Notification[]; settings?: Settings }

export type Ledger = {
  /** Writes the journal before the memory: everything that a client has received survives a killed process. */
  save(entry: Entry): void
  listOrders(): Order[]
  findOrder(orderId: string): Order | null
  findOrderByToken(token: string): Order | null
  /** By order id or by the transaction id of any of its charges. */
  findOrderByAnyId(id: string): Order | null
  listNotifications(): Notification[]
  findNotification(id: string): Notification | null
  settings(): Settings
  /** Called after each save. */
  onSave(listener: (entry: Entry) => void): void
  close(): void
}

export function openLedger(journalPath: string | null): Ledger {
  const { entries, journal } = openJournal<Entry>(journalPath)
  const orders = new Map<string, Order>()
  const orderIdsByToken = new Map<string, string>()
  const orderIdsByTransaction = new Map<string, string>()
  const notifications = new Map<string, Notification>()
  const listeners: ((entry: Entry) => void)[] = []
  let settings: Settings = { chaosForAll: {}, chaosByOrder: {}, clockAheadMs: 0 }

  function apply(entry: Entry): void {
    for (const order of entry.orders ?? []) {
      orders.set(order.orderId, order)
      orderIdsByToken.set(order.token, order.orderId)
      for (const charge of order.charges) orderIdsByTransaction.set(charge.transactionId, order.orderId)
    }
    for (const notification of entry.notifications ?? []) notifications.set(notification.id, notification)
    if (entry.settings) settings = entry.settings
  }

  const findOrder = (orderId: string | undefined) => (orderId === undefined ? null : (orders.get(orderId) ?? null))
  entries.forEach(apply)
  return {
    save(entry) {
      journal.append(entry)
      apply(entry)
      for (const listener of listeners) listener(entry)
    },
    listOrders: () => [...orders.values()],
    findOrder,
    findOrderByToken(token) {
      const order = findOrder(orderIdsByToken.get(token))
      // A repeated create call replaced this token.
      return order?.token === token ? order : null
    },
    findOrderByAnyId: (id) => findOrder(id) ?? findOrder(orderIdsByTransaction.get(id)),
    listNotifications: () => [...notifications.values()],
    findNotification: (id) => notifications.get(id) ?? null,
    settings: () => settings,
    onSave(listener) {
      listeners.push(listener)
    },
    close: () => journal.close(),
  }
}
