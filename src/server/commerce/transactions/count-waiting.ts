import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { maximumWaitingMoney, type WaitingMoney } from '#contract/commerce/waiting-money.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { bankAccounts, payouts } from '#server/commerce/payouts/tables.ts'
import { refundRequests } from '#server/commerce/orders/refund-request-tables.ts'
import { transfers } from '#server/commerce/payments/transfer-tables.ts'
import { countUpTo } from '#server/platform/database/index.ts'

export async function countWaiting({ database }: CommerceDeps): Promise<WaitingMoney> {
  const countOf = async (table: PgTable, where: SQL | undefined): Promise<number> => {
    const { total, isCounted } = await countUpTo(database.query, maximumWaitingMoney, table, where)
    return isCounted ? total : maximumWaitingMoney + 1
  }
  const isToSend = inArray(payouts.state, ['requested', 'batched'])
  const toSend = await countOf(payouts, and(isToSend, isNotNull(payouts.instructorId)))
  const toVerify = await countOf(bankAccounts, isNull(bankAccounts.verifiedAt))
  return {
    transfers: await countOf(transfers, eq(transfers.state, 'checking')),
    refundRequests: await countOf(refundRequests, eq(refundRequests.state, 'open')),
    payouts: Math.min(toSend + toVerify, maximumWaitingMoney + 1),
    refundsToSend: await countOf(payouts, and(isToSend, isNull(payouts.instructorId))),
  }
}
