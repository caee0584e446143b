import type { RefundInput } from '#contract/commerce/orders-staff.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { apportion } from '#server/commerce/items/apportion.ts'
import { amountOf } from '#server/commerce/items/refund-lines.ts'
import type { LineRow, TransactionRow } from '#server/commerce/tables.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { refused, refusedFields, type FieldRefusal, type Refusal } from '#server/platform/outcomes.ts'
import { findFreeSeats, idrOfSeats } from './paid-seats.ts'

type Planned = {
  outcome: 'planned'
  amountIdr: number
  lineIds: string[]
  /** How much of each line went back once this refund is made. */
  linesRefundedIdr: number[]
  seats: number
}

const byNumber = 'Kursi tim dikembalikan menurut jumlah kursi, bukan rupiah'

/** Plans the refund of so many unused seats of an order, or of all. A seat that is used costs the buyer no less afterwards. */
export async function planSeatRefund(
  tx: Tx,
  deps: Pick<CommerceDeps, 'teams'>,
  {
    row,
    lines,
    seats,
    amount,
    lineIds,
  }: Pick<RefundInput, 'seats' | 'amount' | 'lineIds'> & { row: TransactionRow; lines: readonly LineRow[] },
): Promise<Planned | Refusal<'not-refundable'> | FieldRefusal<'seats-rejected'>> {
  if (amount !== undefined) return refusedFields('seats-rejected', { amount: byNumber })
  if (lineIds !== undefined) return refusedFields('seats-rejected', { lineIds: byNumber })
  const found = await findFreeSeats(tx, deps, row)
  if (!found) return refused('not-refundable')
  if (found.free === 0) return refusedFields('seats-rejected', { seats: 'Semua kursinya sudah terpakai' })
  const wanted = seats ?? found.free
  if (wanted > found.free)
    return refusedFields('seats-rejected', { seats: `Hanya ${found.free} kursi yang belum terpakai` })
  const refundedIdr = idrOfSeats(row.amountIdr, found.seats, found.givenBack + wanted)
  return {
    outcome: 'planned',
    // The provider may have given back a part of a seat by itself.
    amountIdr: refundedIdr - found.goingBackIdr,
    lineIds: lines.map(({ id }) => id),
    linesRefundedIdr: apportion(refundedIdr, lines.map(amountOf)),
    seats: wanted,
  }
}
