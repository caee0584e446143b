import { includedTax, stampDutyAboveIdr } from '#contract/kit/money.ts'
import { publicStatus, type Invoice, type Transaction } from '#contract/commerce/transactions.ts'
import { invoiceParties } from '#server/commerce/settlement/issue-invoice.ts'
import type { ItemSummary } from '#server/commerce/items/item.ts'
import { presentInstructions } from '#server/commerce/payments/payment-instructions.ts'
import type { StoredSettings } from '#server/site/settings/index.ts'
import type { GiftRow } from '#server/commerce/gifts/tables.ts'
import { hasAccount } from '#server/commerce/payouts/refunds-by-hand.ts'
import type { PayoutRow } from '#server/commerce/payouts/tables.ts'
import { hasRefundableMoney, mayStillAsk } from '#server/commerce/orders/is-refundable.ts'
import type { RefundRequestRow } from '#server/commerce/orders/refund-request-tables.ts'
import { amountOf } from '#server/commerce/items/refund-lines.ts'
import type { InvoiceLine, InvoiceParties, LineRow, TeamOrderRow, TransactionRow } from '#server/commerce/tables.ts'
import { amountInWords } from './amount-in-words.ts'
import type { TransferRow } from '#server/commerce/payments/transfer-tables.ts'
import { isUnpaid } from '#server/commerce/orders/states.ts'

type IssuedInvoice = InvoiceParties & {
  number: string
  lines: InvoiceLine[]
  totalIdr: number
  taxBaseIdr: number
  taxIdr: number
}
export type ShownTransaction = {
  row: TransactionRow
  lines: readonly LineRow[]
  /** By id of the item. */
  summaries: ReadonlyMap<string, ItemSummary>
  /** The lines of an invoice that is not issued yet. */
  draft: InvoiceLine[]
  gift: GiftRow | null
  team: TeamOrderRow | null
  transfer: TransferRow | null
  refundPayouts: readonly (PayoutRow & { hasProof: boolean })[]
  refundRequest: RefundRequestRow | null
  /** Until when a refund may be asked for after the payment, in days. */
  refundDays: number
  /** Within how many hours a proof is usually checked; 0: not said. */
  proofHours: number
  invoice: IssuedInvoice | null
  now: Date
}

export function presentTransaction({
  row,
  lines,
  summaries,
  gift,
  team,
  transfer,
  refundPayouts,
  refundRequest,
  refundDays,
  proofHours,
  invoice,
  now,
}: ShownTransaction): Transaction {
  const summary = summaries.get(row.itemId)
  const payable = isUnpaid(row.state) && row.expiresAt !== null && row.expiresAt > now
  // Title and price at the time of purchase.
  const item = { _id: row.itemId, title: row.itemTitle, price: row.listPriceIdr }
  return {
    _id: row.id,
    kind: row.kind,
    title: row.itemTitle,
    invoiceId: invoice?.number ?? null,
    status: publicStatus(row.state),
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    method: row.method,
    amount: row.amountIdr,
    uniqueCode: lines.reduce((sum, { uniqueCodeIdr }) => sum + uniqueCodeIdr, 0),
    refunded: row.refundedAmountIdr,
    promoCode: row.promoCode,
    inSale: lines.some((line) => line.inSale),
    promoDiscount: row.promoDiscountIdr,
    paymentUrl: payable ? row.paymentUrl : null,
    instructions:
      row.state === 'pending' && row.paymentInstructions ? presentInstructions(row.paymentInstructions) : null,
    transfer: transfer && {
      state: transfer.state,
      bank: transfer.bank,
      number: transfer.number,
      holder: transfer.holder,
      picture: transfer.picture,
      proofAt: transfer.proofAt?.toISOString() ?? null,
      sentence: transfer.sentence,
      ...(proofHours > 0 ? { proofHours } : {}),
    },
    refundTransfers: refundPayouts.map((payout) => ({
      _id: payout.id,
      amount: payout.amountIdr,
      state: payout.state,
      account: hasAccount(payout) ? `${payout.bank} ••••${payout.number.slice(-4)}` : null,
      reference: payout.reference,
      hasProof: payout.hasProof,
      createdAt: payout.createdAt.toISOString(),
      decidedAt: payout.decidedAt?.toISOString() ?? null,
    })),
    hasRefundAccount: typeof transfer?.refundNumber === 'string',
    items: lines.map((line) => ({
      lineId: line.id,
      kind: line.kind,
      _id: line.itemId,
      title: line.itemTitle,
      thumbnail: summaries.get(line.itemId)?.thumbnail ?? '',
      price: line.listPriceIdr,
      discount: line.listPriceIdr - line.priceIdr + line.uniqueCodeIdr,
      promoDiscount: line.promoDiscountIdr,
      uniqueCode: line.uniqueCodeIdr,
      amount: amountOf(line),
      refunded: line.refundedAmountIdr,
      bundleId: line.bundleId,
      bundle: line.bundleId ? { title: line.setTitle ?? 'Paket' } : null,
      pathId: line.pathId,
      path: line.pathId ? { title: line.setTitle ?? 'Jalur' } : null,
    })),
    gift: gift && {
      email: gift.email,
      name: gift.name,
      sendOn: gift.sendOn,
      sentAt: gift.sentAt?.toISOString() ?? null,
      claimedAt: gift.claimedAt?.toISOString() ?? null,
    },
    team: team && { teamId: team.groupId, seats: team.seats, name: team.name, npwp: team.npwp },
    refundRequest: refundRequest && { state: refundRequest.state, sentence: refundRequest.sentence },
    canAskRefund:
      refundRequest?.state !== 'open' &&
      !gift?.claimedAt &&
      hasRefundableMoney(row) &&
      mayStillAsk(row, refundDays, now),
    course:
      row.kind === 'course' && summary
        ? {
            ...item,
            thumbnail: summary.thumbnail,
            details: summary.details.map(({ id, title }) => ({ _id: id, title })),
          }
        : null,
    ebook: row.kind === 'ebook' && summary ? { ...item, thumbnailUrl: summary.thumbnail } : null,
    user: { name: row.buyerName, email: row.buyerEmail },
  }
}

/** Before payment a preview of the invoice; afterwards the issued invoice, unaffected by later changes. */
export function presentInvoice(shown: ShownTransaction, site: StoredSettings): Invoice {
  const { row, invoice } = shown
  const lines = invoice?.lines ?? shown.draft
  const { seller, buyer } = invoice ?? invoiceParties(row, site, shown.team)
  const tax = invoice
    ? { baseIdr: invoice.taxBaseIdr, taxIdr: invoice.taxIdr }
    : includedTax(row.amountIdr, site.taxMode)
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const presented = presentTransaction(shown)
  return {
    ...presented,
    // As on the issued invoice, also after the team got another name.
    team: presented.team && { ...presented.team, ...(buyer.team ?? { npwp: null }) },
    user: { name: buyer.name, email: buyer.email },
    seller,
    lines,
    subtotal,
    // The item's own discount; the promo discount is separate.
    discount: subtotal - row.amountIdr - row.promoDiscountIdr,
    total: row.amountIdr,
    providerFee: row.buyerFeeIdr,
    taxBase: tax.baseIdr,
    tax: tax.taxIdr,
    stampDutyDue: row.amountIdr > stampDutyAboveIdr,
    refunded: row.refundedAmountIdr,
    paymentMethod: row.paymentType,
    orderId: row.orderId,
    totalInWords: `${amountInWords(row.amountIdr)} rupiah`,
  }
}
