import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import { accounts } from '#server/commerce/ledger/split.ts'
import { hasPaid, isOpen } from '#server/commerce/settlement/transition.ts'
import { ModelProduct, productRule, type Rule, type Work } from './product.ts'
import { ModelProvider, type Act } from './provider.ts'

// Random histories on a model of provider and database, with the product's own rules: dropped, repeated, late and reordered notifications,
// outdated reads, lost responses, processes that crash between any two steps. For a longer run: MODEL_HISTORIES=200000.

const histories = Number(process.env['MODEL_HISTORIES'] ?? 20_000)

const small = fc.nat({ max: 7 })
const acts: readonly Act[] = [
  'reverse',
  'resettle',
  'pay',
  'payLater',
  'challenge',
  'approve',
  'deny',
  'settle',
  'expire',
  'cancel',
  'refund',
  'partialRefund',
  'chargeback',
]
const commandArbitrary = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('checkout' as const), key: fc.constantFrom('a', 'b'), price: fc.constantFrom(89_000, 89_000, 89_000, 120_000) }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('provider' as const),
      order: small,
      act: fc.oneof({ weight: 2, arbitrary: fc.constant<Act>('pay') }, { weight: 3, arbitrary: fc.constantFrom(...acts) }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('notification' as const),
      notice: small,
      fate: fc.constantFrom('deliver' as const, 'deliver' as const, 'deliver twice' as const, 'drop' as const),
    }),
  },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('step' as const), work: small, steps: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('due work' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('staff refund' as const), row: small }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('trouble' as const), silent: fc.nat({ max: 2 }), stale: fc.nat({ max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.constantFrom(minuteMs, 10 * minuteMs, hourMs, 25 * hourMs) }) },
)
type Command = typeof commandArbitrary extends fc.Arbitrary<infer Value> ? Value : never

class History {
  readonly provider = new ModelProvider()
  readonly product: ModelProduct
  private works: Work[] = []

  constructor(rule: Rule) {
    this.product = new ModelProduct(this.provider, rule)
  }

  run(command: Command): void {
    const { product, provider } = this
    provider.passTime(product.now)
    switch (command.kind) {
      case 'checkout':
        return void this.works.push(product.checkout(command.key, command.price))
      case 'provider':
        return provider.act([...provider.orders.keys()][command.order % Math.max(1, provider.orders.size)] ?? '', command.act, product.now)
      case 'notification': {
        if (provider.notices.length === 0) return
        const [notice] = provider.notices.splice(command.notice % provider.notices.length, 1)
        if (!notice || command.fate === 'drop') return
        this.works.push(product.receive(notice))
        if (command.fate === 'deliver twice') this.works.push(product.receive(notice))
        return
      }
      case 'step': {
        const work = this.works[command.work % Math.max(1, this.works.length)]
        if (!work) return
        for (let step = 0; step < command.steps; step++) {
          if (!work.next().done) continue
          this.works = this.works.filter((other) => other !== work)
          break
        }
        return
      }
      case 'crash':
        this.works = []
        return
      case 'due work':
        return void this.works.push(product.dueWork())
      case 'staff refund':
        return void this.works.push(product.refundByStaff(command.row % Math.max(1, product.rows.length)))
      case 'trouble':
        Object.assign(product, { silent: command.silent, stale: command.stale })
        return
      case 'time':
        product.now += command.ms
        // Longer than any call's timeout, so running processes count as crashed.
        if (command.ms > minuteMs) this.works = []
    }
  }

  /** No more notifications, all processes crashed, the provider is available again; only the poller runs. */
  runPollerToEnd(): void {
    this.works = []
    this.provider.notices.length = 0
    Object.assign(this.product, { silent: 0, stale: 0 })
    for (let round = 0; round < 60; round++) {
      this.product.now += round < 4 ? 10 * minuteMs : round < 56 ? hourMs : dayMs
      this.provider.passTime(this.product.now)
      for (const _ of this.product.dueWork());
    }
  }
}

function checkAlways({ product, provider }: History): void {
  for (const key of ['a', 'b'])
    if (product.rows.filter((row) => row.key === key && isOpen(row.state)).length > 1) throw new Error(`I6: two open transactions for ${key}`)
  for (const { rowId, from, to, reported } of product.moves) {
    if (from === 'refunded' || from === 'chargeback') expect(to, 'I12: left a final state').toBe(from)
    if (hasPaid(to) && !hasPaid(from)) {
      expect(['capture', 'settlement', 'partial_refund'], 'I10: access without a paid status').toContain(reported?.status)
      expect(reported?.fraud, 'I10: access during a fraud challenge').toBe('accept')
      expect(reported?.amountIdr, 'I5').toBe(product.rows[rowId]?.amountIdr)
    }
  }
  expect(new Set(product.invoices).size, 'I14: one invoice each').toBe(product.invoices.length)
  expect(new Set(product.receipts).size, 'I13: one receipt each').toBe(product.receipts.length)
  for (const { amounts } of product.ledger) expect(accounts.reduce((sum, account) => sum + amounts[account], 0)).toBe(0)
  for (const { timesPaid } of provider.orders.values()) expect(timesPaid, 'I7: charged once').toBeLessThanOrEqual(1)
}

const stateByProviderStatus: Record<string, string> = {
  capture: 'paid',
  settlement: 'paid',
  refund: 'refunded',
  partial_refund: 'partially_refunded',
  chargeback: 'chargeback',
}

function checkAtEnd({ product, provider }: History): void {
  for (const [key, { rowId, isRevoked }] of product.access) {
    const state = product.rows[rowId]?.state ?? 'failed'
    if (!isRevoked) expect(hasPaid(state), `I2: ${key} is open by a transaction that is ${state}`).toBe(true)
  }
  for (const row of product.rows) {
    const access = product.access.get(row.key)
    const hasAccess = access?.rowId === row.id && !access.isRevoked
    if (hasPaid(row.state)) expect(hasAccess || product.tasks.some((task) => task.rowId === row.id), 'I3: paid without access or refund').toBe(true)
    if (row.state === 'created' || row.state === 'pending') expect(product.now, 'I16: still open').toBeLessThan(row.expiresAt + dayMs)
    const order = provider.orders.get(row.orderId)
    const charge = order?.charge
    const expected = charge?.fraud === 'accept' ? stateByProviderStatus[charge.status] : undefined
    if (expected) expect(row.state, `I9: ${charge?.status} at the provider`).toBe(expected)
    if (row.state === 'review') expect(charge?.fraud, 'a review without a fraud challenge').toBe('challenge')
    expect(row.refundedAmountIdr, 'I11').toBeLessThanOrEqual(row.amountIdr)
    if (charge?.status === 'partial_refund' || charge?.status === 'refund') expect(row.refundedAmountIdr, 'I11: the refunded amount').toBe(charge.refundedIdr)
    expect(product.balances(row.id).gross, 'the ledger holds the amount that was not refunded').toBe(
      row.paidAt === null ? 0 : row.amountIdr - row.refundedAmountIdr,
    )
    if (hasPaid(row.state)) expect(product.invoices, 'paid without an invoice').toContain(row.id)
  }
  for (const event of product.inbox.values()) expect(event.isProcessed, 'I17: an acknowledged notification was not processed').toBe(true)
}

const play = (commands: readonly Command[], rule: Rule) => {
  const history = new History(rule)
  for (const command of commands) history.run(command)
  checkAlways(history)
  history.runPollerToEnd()
  checkAlways(history)
  checkAtEnd(history)
  // I8: once everything has been applied, applying it again changes nothing.
  const before = history.product.moves.length
  history.runPollerToEnd()
  if (history.product.moves.length !== before) throw new Error('I8: a state changed again')
}

const historyArbitrary = fc.array(commandArbitrary, { minLength: 8, maxLength: 45, size: 'max' })

// oxlint-disable-next-line vitest/expect-expect -- play() asserts
test(`every invariant holds after each of ${histories} random histories`, { timeout: 1_800_000 }, () => {
  fc.assert(
    fc.property(historyArbitrary, (commands) => play(commands, productRule)),
    { numRuns: histories, endOnFailure: true },
  )
})

// The model must be able to fail: rules that are known to be wrong do.
const wrongRules: [string, Rule][] = [
  [
    'the last notification wins',
    (row, reported, now) => (reported && ['capture', 'settlement'].includes(reported.status) ? { to: 'paid' } : productRule(row, reported, now)),
  ],
  ['paid is a final state', (row, reported, now) => (hasPaid(row.state) ? { to: row.state } : productRule(row, reported, now))],
  ['an uncharged transaction never expires', (row, reported, now) => (reported ? productRule(row, reported, now) : { to: row.state })],
  ['a late payment is ignored', (row, reported, now) => (isOpen(row.state) || row.paidAt !== null ? productRule(row, reported, now) : { to: row.state })],
]
test.each(wrongRules)('the model detects a product where %s', (_, rule) => {
  const outcome = fc.check(
    fc.property(historyArbitrary, (commands) => play(commands, rule)),
    { numRuns: 3_000, endOnFailure: true },
  )
  expect(outcome.failed).toBe(true)
})
