import { formatRupiah } from '#contract/kit/money.ts'
import type { TransactionDetail } from '#contract/commerce/orders-staff.ts'

export type RefundableLine = { lineId: string; title: string; leftIdr: number; setText: string | null }

/** The lines of which something can be given back. */
export const refundableLines = ({ items }: Pick<TransactionDetail, 'items'>): RefundableLine[] =>
  items
    .map(({ lineId, title, amount, refunded, bundle, path }) => ({
      lineId,
      title,
      leftIdr: amount - refunded,
      setText: bundle ? `Dari paket ${bundle.title}` : path ? `Dari jalur ${path.title}` : null,
    }))
    .filter(({ leftIdr }) => leftIdr > 0)

export type RefundChoice = {
  lineIds: string[]
  leftIdr: number
  /** The whole order: no line is named. */
  isAll: boolean
  /** A part can only be given back of a single line. */
  takesAmount: boolean
}

export function chooseRefund(lines: readonly RefundableLine[], chosenIds: readonly string[]): RefundChoice {
  const chosen = lines.filter(({ lineId }) => chosenIds.includes(lineId))
  return {
    lineIds: chosen.map(({ lineId }) => lineId),
    leftIdr: chosen.reduce((sum, { leftIdr }) => sum + leftIdr, 0),
    isAll: chosen.length === lines.length,
    takesAmount: chosen.length === 1,
  }
}

/** Says what the refund ends and whose share it takes. An amount that is not typed yet counts as all. */
export function describeRefund(
  { items, earners, user, gift }: Pick<TransactionDetail, 'items' | 'earners' | 'user' | 'gift'>,
  { lineIds, leftIdr, takesAmount }: RefundChoice,
  amount: number | undefined,
): string[] {
  if (lineIds.length === 0) return []
  const isWhole = !takesAmount || amount === undefined || amount >= leftIdr
  const titles = items.filter(({ lineId }) => lineIds.includes(lineId)).map(({ title }) => title)
  const access = gift
    ? 'Hadiah yang belum diterima ditarik kembali.'
    : `Akses ${user.name} ke ${new Intl.ListFormat('id-ID').format(titles)} berakhir.`
  const shares = Map.groupBy(
    earners.filter(({ lineId, heldIdr }) => lineIds.includes(lineId) && heldIdr > 0),
    ({ name }) => name,
  )
  return [
    isWhole ? access : `Akses ${user.name} tidak berubah.`,
    ...[...shares].map(([name, held]) =>
      isWhole
        ? `Bagian ${name} berkurang ${formatRupiah(held.reduce((sum, { heldIdr }) => sum + heldIdr, 0))}.`
        : `Bagian ${name} berkurang sebanding dengan jumlahnya.`,
    ),
  ]
}
