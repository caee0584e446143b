import type { Download } from '#contract/kit/endpoint.ts'
import { jakartaMinute } from '#contract/kit/days.ts'
import { transactionStateLabels } from '#contract/commerce/labels.ts'
import { findOwnCourse } from '#server/catalog/index.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { exportCsv, type CsvRow } from '#server/platform/csv/index.ts'
import { keyset } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { newestPaid, presentSoldLine, readSoldLines, type FoundSoldLine } from './list-sold-lines.ts'

const header = [
  'Nomor pesanan',
  'Dibayar pada (WIB)',
  'Pembeli',
  'Paket',
  'Jalur',
  'Hadiah untuk',
  'Kursi tim',
  'Harga',
  'Diskon',
  'Kode promo',
  'Potongan promo',
  'Kode unik transfer',
  'Dibayar',
  'Dikembalikan',
  'Status pesanan',
]

/** Exports the sold lines of a course as CSV, newest payment first; null for who does not see its figures. Audited, because it has personal data. */
export async function exportSoldLines(
  deps: Pick<CommerceDeps, 'database' | 'audit' | 'csv'>,
  staff: Viewer,
  courseId: string,
): Promise<Download | null> {
  const { query } = deps.database
  const course = await findOwnCourse(query, staff, courseId, 'edit')
  if (!course) return null
  await deps.audit.record(query, { actorId: staff.id, action: 'course.orders-exported', subjectId: courseId })
  const at = keyset(newestPaid, { page: 1, limit: 1 })
  const readPage = (after: FoundSoldLine | null, limit: number) =>
    readSoldLines(query, courseId, { ...at, limit, where: after ? at.after(after) : undefined })
  return exportCsv(deps, {
    name: `penjualan-${course.title}`,
    what: 'sold lines of a course',
    header,
    toCells,
    readPage,
  })
}

function toCells(found: FoundSoldLine): CsvRow {
  const sold = presentSoldLine(found)
  return [
    sold.orderId,
    jakartaMinute(sold.paidAt),
    sold.buyerName,
    sold.bundle?.title ?? null,
    sold.path?.title ?? null,
    sold.gift?.name ?? null,
    sold.seats,
    sold.price,
    sold.discount,
    sold.promoCode,
    sold.promoDiscount,
    sold.uniqueCode,
    sold.amount,
    sold.refunded,
    transactionStateLabels[sold.state],
  ]
}
