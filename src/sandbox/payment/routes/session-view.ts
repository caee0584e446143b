import { type SessionState, sessionState } from '#sandbox/payment/payments/sessions.ts'
import type { Order } from '#sandbox/payment/ledger-records.ts'
import { amountProblem, isEnabled, methods } from '#sandbox/payment/payments/methods.ts'
import { type Body, resultBody } from '#sandbox/payment/payments/payment-bodies.ts'
import { testCards } from '#sandbox/payment/payments/test-cards.ts'
import type { SandboxContext } from '#sandbox/payment/context.ts'

/** The data of a payment page. */
export type SessionView = {
  merchantOrigins: string[]
  finishUrl: string | null
  chargeUrl: string
  orderId: string
  itemName: string
  amountText: string
  /** Why the session is not payable; null when it is. */
  problem: string | null
  hint: string
  /** The pending payment. */
  pending: Body | null
  /** The final result of the payment, if any. */
  outcome: Body | null
  methods: { id: string; label: string; problem: string | null }[]
  cards: { number: string; label: string }[]
}

const problems: Record<Exclude<SessionState['state'], 'payable' | 'pending'>, string> = {
  processed: 'Pembayaran ini sudah diproses. Tidak perlu membayar lagi.',
  expired: 'Waktu pembayaran sudah habis. Silakan buat pembayaran baru.',
  cancelled: 'Pembayaran ini sudah dibatalkan. Silakan buat pembayaran baru.',
}
const unknownSession = 'Pembayaran ini tidak ditemukan atau sudah diganti. Tutup, lalu coba lagi.'

export function sessionView(sandbox: SandboxContext, order: Order): SessionView {
  const session = sessionState(sandbox, order)
  const { amountIdr, enabledPayments } = order.request
  return {
    merchantOrigins: sandbox.options.merchantOrigins,
    finishUrl: order.request.finishUrl,
    chargeUrl: `${sandbox.prefix}/snap/v2/transactions/${order.token}/charge`,
    orderId: order.orderId,
    itemName: itemName(order),
    amountText: `Rp ${amountIdr.toLocaleString('id-ID')}`,
    problem: session.state === 'payable' || session.state === 'pending' ? null : problems[session.state],
    hint: session.state === 'pending' ? 'Menunggu pembayaran. Bayar sekarang atau nanti.' : '',
    pending: session.state === 'pending' ? resultBody(order, session.charge) : null,
    outcome: session.state === 'processed' ? resultBody(order, session.charge) : null,
    methods: methods
      .filter((method) => isEnabled(method, enabledPayments))
      .map((method) => ({ id: method.id, label: method.label, problem: amountProblem(method, amountIdr) })),
    cards: testCards.map(({ number, label }) => ({ number: number.replace(/(\d{4})(?=\d)/g, '$1 '), label })),
  }
}

export function unknownSessionView(sandbox: SandboxContext, problem = unknownSession): SessionView {
  return {
    merchantOrigins: sandbox.options.merchantOrigins,
    finishUrl: null,
    chargeUrl: '',
    orderId: '–',
    itemName: '–',
    amountText: '–',
    problem,
    hint: '',
    pending: null,
    outcome: null,
    methods: [],
    cards: [],
  }
}

// Discount lines have a negative price; all other lines are purchased items.
function itemName({ request }: Order): string {
  const bought = request.items.filter((item) => item.priceIdr >= 0)
  const [first] = bought
  if (!first) return 'Pembelian'
  return bought.length === 1 ? first.name : `${first.name} dan ${bought.length - 1} lainnya`
}
