import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import type { TransactionState } from '#contract/commerce/commerce.ts'
import { afterRefund, difference, splitSale, zeroBalances, type Balances } from '#server/commerce/ledger/split.ts'
import type { ProviderStatus } from '#server/commerce/provider/payment-provider.ts'
import { nextCheck } from '#server/commerce/settlement/schedule.ts'
import { refundedAmount } from '#server/commerce/settlement/settle-payment.ts'
import { decideTransition, hasPaid, isOpen, isReturned, isUnpaid, type Transition } from '#server/commerce/settlement/transition.ts'
import type { ModelProvider, Notice } from './provider.ts'

// A model of the product: tables in memory, use cases as generators that yield wherever a real process can be preempted, lose the network
// or crash. All decisions are made by the product's own pure functions.

export type Row = {
  id: number
  key: string
  orderId: string
  amountIdr: number
  state: TransactionState
  token: number | null
  claimedUntil: number
  createdAt: number
  expiresAt: number
  paidAt: number | null
  refundedAmountIdr: number
  nextCheckAt: number | null
  version: number
  providerTransactionId: string | null
  providerStatus: string | null
}
type Task = { key: string; rowId: number; amountIdr: number; state: 'due' | 'done' | 'refused' }
type Access = { rowId: number; isRevoked: boolean }

/** Runs up to the next point where another process may interleave. */
export type Work = Generator<void, void>

/** The transition rule: the product's, or one that is known to be wrong. */
export type Rule = (row: Row, reported: ProviderStatus | null, now: Date) => Transition
export const productRule: Rule = (row, reported, now) => decideTransition({ ...row, expiresAt: new Date(row.expiresAt) }, reported, { merchantId: 'M', now })

const claimMs = 8_000
const leaseMs = minuteMs

export class ModelProduct {
  now = 0
  readonly rows: Row[] = []
  readonly access = new Map<string, Access>()
  readonly inbox = new Map<string, { orderId: string; isProcessed: boolean; receivedAt: number }>()
  readonly tasks: Task[] = []
  readonly invoices: number[] = []
  readonly receipts: number[] = []
  readonly ledger: { rowId: number; amounts: Balances }[] = []
  /** Every change of state, with the provider status that caused it. */
  readonly moves: { rowId: number; from: TransactionState; to: TransactionState; reported: ProviderStatus | null }[] = []
  /** The number of next provider responses that get lost, or are outdated. */
  silent = 0
  stale = 0
  private readonly provider: ModelProvider
  private readonly rule: Rule
  private orders = 0

  constructor(provider: ModelProvider, rule: Rule = productRule) {
    this.provider = provider
    this.rule = rule
  }

  private takes(kind: 'silent' | 'stale'): boolean {
    if (this[kind] === 0) return false
    this[kind]--
    return true
  }

  /** Undefined when the response was lost. */
  private call<Response>(request: () => Response): Response | undefined {
    const response = request()
    return this.takes('silent') ? undefined : response
  }

  private openRow(key: string): Row | undefined {
    return this.rows.find((row) => row.key === key && isOpen(row.state))
  }

  private isOwned(key: string): boolean {
    return this.access.get(key)?.isRevoked === false
  }

  *checkout(key: string, priceIdr: number): Work {
    for (let round = 0; round < 3; round++) {
      if (this.isOwned(key)) return
      const open = this.openRow(key)
      if (open?.state === 'review') return
      if (open?.token) {
        if (open.amountIdr === priceIdr && open.expiresAt > this.now) return
        if ((yield* this.replace(open)) === 'stop') return
        continue
      }
      if (open && open.claimedUntil > this.now) return
      const row = open && open.amountIdr === priceIdr ? this.renewClaim(open) : (open && this.cancelOpen(open), this.insert(key, priceIdr))
      yield
      const session = this.call(() => this.provider.openSession(row.orderId, row.amountIdr, this.now))
      yield
      if (session === undefined) return
      const present = this.rows[row.id]
      if (session === 'order-already-used') {
        if ((yield* this.settle(row.orderId)) !== 'unchanged') continue
        if (row.state === 'pending') this.cancelOpen(row)
        else if (present && present.state === 'created') Object.assign(present, { orderId: this.newOrderId(), claimedUntil: 0, version: present.version + 1 })
      } else if (present && present.version === row.version && present.state === 'created') {
        Object.assign(present, { state: 'pending', token: session, claimedUntil: 0, version: present.version + 1 })
        this.recordMove(present, 'created', null)
      }
    }
  }

  private *replace(open: Row): Generator<void, 'ended' | 'stop'> {
    const before = { ...open }
    const settled = yield* this.settle(open.orderId)
    if (settled === 'silent') return 'stop'
    if (settled !== 'unchanged') return 'ended'
    const cancelled = this.call(() => this.provider.cancelSession(before.orderId, before.token ?? 0))
    yield
    if (cancelled !== 'cancelled') return 'stop'
    this.cancelOpen(open)
    return 'ended'
  }

  private newOrderId(): string {
    return `O${++this.orders}`
  }

  private insert(key: string, amountIdr: number): Row {
    const times = { createdAt: this.now, expiresAt: this.now + dayMs, claimedUntil: this.now + claimMs }
    const row: Row = {
      id: this.rows.length,
      key,
      orderId: this.newOrderId(),
      amountIdr,
      state: 'created',
      token: null,
      ...times,
      paidAt: null,
      refundedAmountIdr: 0,
      nextCheckAt: null,
      version: 1,
      providerTransactionId: null,
      providerStatus: null,
    }
    row.nextCheckAt = this.plan(row)
    this.rows.push(row)
    return { ...row }
  }

  private renewClaim(row: Row): Row {
    Object.assign(row, { claimedUntil: this.now + claimMs, expiresAt: this.now + dayMs, version: row.version + 1 })
    return { ...row }
  }

  private cancelOpen({ id }: Row): void {
    const row = this.rows[id]
    if (!row || !isUnpaid(row.state)) return
    const from = row.state
    Object.assign(row, { state: 'cancelled', version: row.version + 1 })
    this.recordMove(row, from, null)
  }

  private recordMove(row: Row, from: TransactionState, reported: ProviderStatus | null): void {
    this.moves.push({ rowId: row.id, from, to: row.state, reported })
  }

  private plan({ state, createdAt, expiresAt, paidAt }: Row): number | null {
    const scheduled = { state, createdAt: new Date(createdAt), expiresAt: new Date(expiresAt), paidAt: paidAt === null ? null : new Date(paidAt) }
    return nextCheck(scheduled, new Date(this.now))?.getTime() ?? null
  }

  *settle(orderId: string): Generator<void, 'unchanged' | 'changed' | 'silent' | 'unknown'> {
    for (let tries = 0; tries < 5; tries++) {
      const found = this.rows.find((row) => row.orderId === orderId)
      if (!found) return 'unknown'
      const before = { ...found }
      yield
      const reported = this.call(() => this.provider.read(orderId, { stale: this.takes('stale') }))
      yield
      if (reported === undefined) return 'silent'
      const outcome = this.apply(before, reported)
      if (outcome !== 'changed-concurrently') return outcome
    }
    return 'unchanged'
  }

  /** One database transaction. */
  private apply(before: Row, reported: ProviderStatus | null): 'unchanged' | 'changed' | 'changed-concurrently' {
    const row = this.rows[before.id]
    if (!row || row.version !== before.version || row.orderId !== before.orderId) return 'changed-concurrently'
    const from = row.state
    const { to, isOfOtherAttempt } = this.rule(row, reported, new Date(this.now))
    if (reported && !isOfOtherAttempt) Object.assign(row, { providerTransactionId: reported.transactionId, providerStatus: reported.status })
    const refundedIdr = refundedAmount(row, to, reported)
    const hasMoved = to !== from || refundedIdr !== row.refundedAmountIdr
    const isPaid = hasPaid(to) || isReturned(to) || to === 'reversed'
    Object.assign(row, { state: to, refundedAmountIdr: refundedIdr, paidAt: isPaid ? (row.paidAt ?? this.now) : null, version: row.version + 1 })
    row.nextCheckAt = this.plan(row)
    if (!hasMoved) return 'unchanged'
    this.recordMove(row, from, reported)
    if (isPaid) this.book(row)
    if (hasPaid(to) && !hasPaid(from)) this.fulfil(row)
    const access = this.access.get(row.key)
    if (!hasPaid(to) && access?.rowId === row.id) access.isRevoked = true
    return 'changed'
  }

  private fulfil(row: Row): void {
    if (!this.invoices.includes(row.id)) {
      this.invoices.push(row.id)
      this.receipts.push(row.id)
    }
    const access = this.access.get(row.key)
    if (!access || access.isRevoked) this.access.set(row.key, { rowId: row.id, isRevoked: false })
    else if (access.rowId !== row.id && !this.tasks.some(({ key }) => key === `duplicate-${row.orderId}`))
      this.tasks.push({ key: `duplicate-${row.orderId}`, rowId: row.id, amountIdr: row.amountIdr, state: 'due' })
  }

  private book(row: Row): void {
    const mine = this.ledger.filter((entry) => entry.rowId === row.id)
    const sold = mine[0]?.amounts ?? splitSale({ amountIdr: row.amountIdr, feeIdr: 2_000, taxMode: 'inclusive', instructorSharePercent: 70 })
    if (mine.length === 0) this.ledger.push({ rowId: row.id, amounts: sold })
    const present = this.balances(row.id)
    this.ledger.push({ rowId: row.id, amounts: difference(afterRefund(sold, row.refundedAmountIdr), present) })
  }

  balances(rowId: number): Balances {
    return this.ledger.filter((entry) => entry.rowId === rowId).reduce((sum, { amounts }) => difference(sum, difference(zeroBalances, amounts)), zeroBalances)
  }

  *receive({ orderId, status, refundedIdr }: Notice): Work {
    const fingerprint = `${orderId} ${status} ${refundedIdr}`
    const event = this.inbox.get(fingerprint) ?? { orderId, isProcessed: false, receivedAt: this.now }
    this.inbox.set(fingerprint, event)
    if (event.isProcessed) return
    yield
    const outcome = yield* this.settle(orderId)
    yield
    if (outcome !== 'silent') event.isProcessed = true
  }

  /** One round of the poller. */
  *dueWork(): Work {
    const due = this.rows.filter((row) => row.nextCheckAt !== null && row.nextCheckAt <= this.now)
    for (const row of due) row.nextCheckAt = this.now + leaseMs
    for (const { orderId } of due) yield* this.settle(orderId)
    for (const event of this.inbox.values()) {
      if (event.isProcessed || event.receivedAt >= this.now - 30_000) continue
      if ((yield* this.settle(event.orderId)) !== 'silent') event.isProcessed = true
      yield
    }
    for (const task of this.tasks.filter(({ state }) => state === 'due')) yield* this.makeRefund(task)
  }

  *refundByStaff(rowId: number): Work {
    const row = this.rows[rowId]
    const earlier = this.tasks.filter((task) => task.rowId === rowId)
    if (!row || !hasPaid(row.state) || earlier.some(({ state }) => state === 'due')) return
    const task: Task = { key: `refund-${row.orderId}-${earlier.length + 1}`, rowId, amountIdr: row.amountIdr - row.refundedAmountIdr, state: 'due' }
    if (task.amountIdr <= 0) return
    this.tasks.push(task)
    yield
    yield* this.makeRefund(task)
  }

  private *makeRefund(task: Task): Work {
    const row = this.rows[task.rowId]
    if (!row) return
    const refunded = this.call(() => this.provider.refund(row.orderId, task.key, task.amountIdr))
    yield
    if (refunded === undefined) return
    const response = refunded === 'refused' && task.amountIdr === row.amountIdr ? this.call(() => this.provider.cancelPayment(row.orderId)) : refunded
    yield
    if (response === undefined) return
    if ((yield* this.settle(row.orderId)) === 'silent') return
    yield
    const made = this.tasks.filter(({ rowId, state }) => rowId === task.rowId && state === 'done').reduce((sum, { amountIdr }) => sum + amountIdr, 0)
    task.state = response === 'refused' && row.refundedAmountIdr >= made + task.amountIdr ? 'done' : response
  }
}
