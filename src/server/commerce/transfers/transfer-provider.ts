import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { PaymentMethod } from '#contract/commerce/transactions.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import {
  ProviderUnavailable,
  type OrderProvider,
  type ProviderStatus,
} from '#server/commerce/payments/payment-provider.ts'
import type { Settings } from '#server/site/settings/index.ts'
import { transactions } from '#server/commerce/tables.ts'
import { hasAccount, insertRefundPayout, refundAccountOf } from '#server/commerce/payouts/refunds-by-hand.ts'
import { mailRefundToSend } from './messages.ts'
import { offeredMethods } from './offered-methods.ts'
import { transferRefunds, transfers, type TransferRow } from '#server/commerce/payments/transfer-tables.ts'

type Deps = { database: Database; clock: Clock; settings: Settings; mail: Mail; publicUrl: string }

/** No money is on its way, as far as is known. */
const withoutProof = ['open', 'refused'] as const
const undecided = [...withoutProof, 'checking'] as const

/**
 * Payments by hand behind the interface of providers: its orders are rows of a table, and their status is what an admin decided.
 * An order without a proof ends a day after the checkout (`orderLifeMinutes`); one with a proof waits for the decision, however late.
 */
export function transferProvider(
  { database, clock, settings, mail, publicUrl }: Deps,
  method: Exclude<PaymentMethod, 'card'>,
): OrderProvider {
  const end = async (orderId: string, states: readonly (typeof undecided)[number][]) =>
    (
      await database.query
        .update(transfers)
        .set({ state: 'cancelled' })
        .where(and(eq(transfers.orderId, orderId), inArray(transfers.state, states)))
        .returning({ orderId: transfers.orderId })
    ).length > 0

  async function find(orderId: string): Promise<TransferRow | null> {
    const [row] = await database.query.select().from(transfers).where(eq(transfers.orderId, orderId))
    return row ?? null
  }

  return {
    merchantId: null,

    async openSession({ orderId, amountIdr, lifeMinutes, finishUrl }) {
      const site = await settings.readSite()
      // Switched off between the checkout and now.
      if (!offeredMethods(site).includes(method)) throw new ProviderUnavailable('The method is switched off')
      const [of] = await database.query
        .select({ id: transactions.id })
        .from(transactions)
        .where(eq(transactions.orderId, orderId))
      if (!of) throw new Error('The order is of no transaction')
      const now = clock.now()
      const account =
        method === 'qris'
          ? { picture: site.qris }
          : { bank: site.transfer.bank, number: site.transfer.number, holder: site.transfer.holder }
      await database.query
        .insert(transfers)
        .values({
          orderId,
          transactionId: of.id,
          state: 'open',
          amountIdr,
          ...account,
          expiresAt: new Date(now.getTime() + lifeMinutes * minuteMs),
          createdAt: now,
        })
        .onConflictDoNothing()
      return { token: orderId, redirectUrl: finishUrl }
    },

    async cancelSession(orderId) {
      if (await end(orderId, withoutProof)) return 'cancelled'
      const row = await find(orderId)
      return row?.state === 'checking' || row?.state === 'approved' ? 'in-progress' : 'cancelled'
    },

    async readStatus(orderId) {
      await database.query
        .update(transfers)
        .set({ state: 'expired' })
        .where(
          and(
            eq(transfers.orderId, orderId),
            inArray(transfers.state, withoutProof),
            lt(transfers.expiresAt, clock.now()),
          ),
        )
      const row = await find(orderId)
      return row && presentStatus(row, method)
    },

    /** Money goes back by hand: a payout waits for an admin, once per key. */
    async refund({ orderId, refundKey, amountIdr, reason }) {
      return database.transaction(async (tx) => {
        // The transaction first, as everywhere: the payout refers to it, and waits for whoever has it locked.
        await tx.select().from(transactions).where(eq(transactions.orderId, orderId)).for('update')
        const [row] = await tx.select().from(transfers).where(eq(transfers.orderId, orderId)).for('update')
        if (row?.state !== 'approved') return 'refused'
        const [made] = await tx.select().from(transferRefunds).where(eq(transferRefunds.refundKey, refundKey))
        if (made) return 'done'
        if (row.refundedIdr + amountIdr > row.amountIdr) return 'refused'
        const now = clock.now()
        const account = refundAccountOf(row)
        await tx.insert(transferRefunds).values({ refundKey, orderId, amountIdr, createdAt: now })
        await insertRefundPayout(tx, { refundKey, transactionId: row.transactionId, amountIdr, account, now })
        await tx
          .update(transfers)
          .set({ refundedIdr: sql`${transfers.refundedIdr} + ${amountIdr}` })
          .where(eq(transfers.orderId, orderId))
        const told = { orderId, refundKey, amountIdr, reason, hasAccount: hasAccount(account) }
        await mailRefundToSend(tx, { mail, publicUrl }, told)
        return 'done'
      })
    },

    cancelPayment: async (orderId) => ((await end(orderId, undecided)) ? 'done' : 'refused'),
    approveChallenge: async () => 'refused',
    feeIdr: () => 0,
  }
}

const types = { transfer: 'manual_transfer', qris: 'static_qris' } as const

function presentStatus(row: TransferRow, method: Exclude<PaymentMethod, 'card'>): ProviderStatus {
  const { orderId, amountIdr, refundedIdr, bank, number, holder, picture } = row
  const paymentType = types[method]
  const status = statusOf(row)
  return {
    orderId,
    transactionId: orderId,
    status,
    fraud: null,
    amountIdr,
    buyerFeeIdr: 0,
    currency: 'IDR',
    merchantId: null,
    paymentType,
    refundedIdr,
    instructions:
      status === 'pending'
        ? {
            paymentType,
            bank,
            number,
            billerCode: null,
            qrText: null,
            payBefore: row.expiresAt.toISOString(),
            holder,
            picture,
          }
        : null,
  }
}

function statusOf({ state, refundedIdr, amountIdr }: TransferRow): string {
  if (state === 'cancelled') return 'cancel'
  if (state === 'expired') return 'expire'
  if (state !== 'approved') return 'pending'
  if (refundedIdr === 0) return 'settlement'
  return refundedIdr === amountIdr ? 'refund' : 'partial_refund'
}
