import { and, asc, gt, inArray, ne } from 'drizzle-orm'
import { jakartaDay } from '#contract/kit/days.ts'
import { dayMs } from '#contract/kit/durations.ts'
import { maximumStatementLines, type Statement, type StaffTransfer } from '#contract/commerce/transfers.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { readCsv, writeFaultyRows } from '#server/platform/csv/index.ts'
import { inBatches } from '#server/platform/database/index.ts'
import { invalidInput, type InvalidInput } from '#server/platform/outcomes.ts'
import { readTextFile } from '#server/platform/read-text.ts'
import { presentForStaff, selectTransfers } from './find-transfers.ts'
import { readStatement, type Credit } from './read-statement.ts'
import { transfers } from './tables.ts'

/** Older orders are not looked at. */
const matchedMs = 90 * dayMs
/** A transfer between banks may be booked on the next working day. */
const lateMs = 4 * dayMs
const suggestionsShown = 5

type Matched = { outcome: 'matched'; statement: Statement } | InvalidInput

/** Suggests which orders the incoming payments of a statement are for. */
export async function matchStatement({ database, clock }: CommerceDeps, adminId: string, file: Blob): Promise<Matched> {
  const now = clock.now()
  const text = await readTextFile(file)
  const csv = text === null ? null : await readCsv({ userId: adminId, field: 'statement' }, tableOf(text))
  if (csv && 'mistake' in csv) return invalidInput({ statement: csv.mistake })
  const read = csv && readStatement(csv.records, now)
  if (!read)
    return invalidInput({
      statement: 'Berkas ini bukan mutasi rekening. Unduh mutasi sebagai CSV dari BCA, Mandiri, BRI, atau bank lain.',
    })
  if (read.credits.length + read.skipped > maximumStatementLines)
    return invalidInput({
      statement: 'Berkas terlalu panjang: paling banyak 5.000 baris. Pilih rentang tanggal yang lebih pendek.',
    })
  const amounts = [...new Set(read.credits.map(({ amountIdr }) => amountIdr))]
  const found = await inBatches(amounts, (batch) =>
    selectTransfers(database.query)
      .where(
        and(
          inArray(transfers.amountIdr, batch),
          gt(transfers.createdAt, new Date(now.getTime() - matchedMs)),
          ne(transfers.state, 'approved'),
        ),
      )
      .orderBy(asc(transfers.createdAt)),
  )
  const open = Map.groupBy(found.map(presentForStaff), ({ amount }) => amount)
  const used = await findUsed(database, read.credits)
  const lines = read.credits.flatMap((credit): Statement['lines'] => {
    const suggestions = (open.get(credit.amountIdr) ?? [])
      .filter((transfer) => isInTime(transfer, credit.day))
      .slice(0, suggestionsShown)
    const isUsed = used.has(credit.key)
    if (!isUsed && suggestions.length === 0) return []
    const { line, key, day, description, amountIdr: amount } = credit
    const status = isUsed ? 'used' : credit.nth > 0 ? 'repeated' : 'suggested'
    return [{ line, key, day, description, amount, status, suggestions: status === 'suggested' ? suggestions : [] }]
  })
  const faulty = writeFaultyRows(read.header, csv.records, read.faulty)
  const statement = {
    lines,
    unmatched: read.credits.length - lines.length,
    skipped: read.skipped,
    unread: read.faulty.length,
    faulty,
  }
  return { outcome: 'matched', statement }
}

/** The delimiter is read from the first line, which in bank exports may be a title: empty lines replace those before the first that has columns. */
function tableOf(text: string): string {
  const lines = text.split('\n')
  const at = Math.max(
    0,
    lines.findIndex((line) => /tanggal|tgl|date/i.test(line) && /[,;\t].*[,;\t]/.test(line)),
  )
  return '\n'.repeat(at) + lines.slice(at).join('\n')
}

function isInTime({ createdAt, expiresAt }: StaffTransfer, day: string): boolean {
  return day >= jakartaDay(new Date(createdAt)) && day <= jakartaDay(new Date(new Date(expiresAt).getTime() + lateMs))
}

async function findUsed(database: CommerceDeps['database'], credits: readonly Credit[]): Promise<Set<string>> {
  const rows = await inBatches(
    credits.map(({ key }) => key),
    (batch) =>
      database.query
        .select({ key: transfers.statementLine })
        .from(transfers)
        .where(inArray(transfers.statementLine, batch)),
  )
  return new Set(rows.flatMap(({ key }) => key ?? []))
}
