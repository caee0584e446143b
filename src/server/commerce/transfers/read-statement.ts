import { createHash } from 'node:crypto'
import type { CsvRecord, FaultyRow } from '#server/platform/csv/index.ts'
import { jakartaDay } from '#contract/kit/days.ts'
import { dayMs } from '#contract/kit/durations.ts'

/** An incoming payment of a bank statement. `nth`: how many equal ones are above it in the file. */
export type Credit = { line: number; day: string; description: string; amountIdr: number; nth: number; key: string }
/** `skipped` are all other lines, `faulty` those of them that may be incoming payments. */
export type ReadStatement = { header: readonly string[]; credits: Credit[]; skipped: number; faulty: FaultyRow[] }

type Columns = { date: number; description: number[]; credit: number | null; amount: number | null }

const names = {
  date: /^(tanggal|tgl\.?|date|posting date|transaction date|tanggal transaksi|tgl transaksi|post date)$/,
  credit: /^(kredit|credit|cr|mutasi kredit|credit amount|uang masuk)$/,
  amount: /^(jumlah|amount|mutasi|nominal|jumlah \(idr\)|amount \(idr\))$/,
  description:
    /^(keterangan|description|transaksi|uraian|deskripsi|remark|remarks|berita|keterangan transaksi|transaction)$/,
}

/** Bank exports begin with lines about the account: the table starts where a line has a date and an amount. Null: no statement. */
export function readStatement(records: readonly CsvRecord[], now: Date): ReadStatement | null {
  const at = records.findIndex(({ cells }) => findColumns(cells) !== null)
  const header = records[at]?.cells ?? []
  const columns = findColumns(header)
  if (!columns) return null
  const seen = new Map<string, number>()
  const read: ReadStatement = { header, credits: [], skipped: 0, faulty: [] }
  for (const { line, cells } of records.slice(at + 1)) {
    const day = readDay(cells[columns.date] ?? '', now)
    const amountIdr = readCredit(cells, columns)
    if (day === null || typeof amountIdr !== 'number') {
      read.skipped++
      const message = typeof amountIdr === 'number' ? 'Tanggal tidak terbaca' : day === null ? null : amountIdr
      if (message) read.faulty.push({ line, message })
      continue
    }
    const description = columns.description
      .map((index) => cells[index] ?? '')
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 300)
    const what = `${day}|${amountIdr}|${description.toLowerCase()}`
    const nth = seen.get(what) ?? 0
    seen.set(what, nth + 1)
    read.credits.push({
      line,
      day,
      description,
      amountIdr,
      nth,
      key: createHash('sha256').update(`${what}|${nth}`).digest('hex'),
    })
  }
  return read
}

function findColumns(cells: readonly string[]): Columns | null {
  const words = cells.map((cell) => cell.toLowerCase().replaceAll(/\s+/g, ' ').trim())
  const find = (name: keyof typeof names): number | null => {
    const index = words.findIndex((word) => names[name].test(word))
    return index === -1 ? null : index
  }
  const [date, credit, amount] = [find('date'), find('credit'), find('amount')]
  if (date === null || (credit === null && amount === null)) return null
  return {
    date,
    credit,
    amount,
    description: words.flatMap((word, index) => (names.description.test(word) ? [index] : [])),
  }
}

const unreadable = 'Jumlah tidak terbaca'

/**
 * The rupiah of an incoming payment: a column of its own, or an amount that a cell beside it or its own end marks as CR. Null for any other
 * line, and a message where it cannot be told.
 */
function readCredit(cells: readonly string[], { credit, amount }: Columns): number | string | null {
  if (credit !== null) {
    const text = cells[credit] ?? ''
    return positive(text) ?? (readAmount(text) === null && /\d/.test(text) ? unreadable : null)
  }
  if (amount === null) return null
  const text = cells[amount] ?? ''
  const mark =
    /\b(CR|DB|DR|K|D)\b\.?$/i.exec(text)?.[1] ??
    cells.slice(amount + 1).find((cell) => /^(CR|DB|DR|K|D)\.?$/i.test(cell)) ??
    ''
  if (/^(CR|K)/i.test(mark)) return positive(text.replace(/\s*[a-z]+\.?$/i, '')) ?? unreadable
  return mark === '' && /\d/.test(text) ? 'Tidak tertulis apakah uang masuk (CR) atau keluar (DB)' : null
}

function positive(text: string): number | null {
  const amount = readAmount(text)
  return amount !== null && amount > 0 ? amount : null
}

/** "89,123.00", "89.123,00", "89.123", "Rp89123": the last separator with two digits behind it is of cents, which have to be zero. */
export function readAmount(text: string): number | null {
  const bare = text.replace(/^['+]?\s*(rp|idr)?\.?\s*/i, '').replaceAll(/\s/g, '')
  if (!/^\d[\d.,]*$/.test(bare)) return null
  const cents = /^(.*)[.,](\d{1,2})$/.exec(bare)
  if (cents && !/^0+$/.test(cents[2] ?? '')) return null
  const digits = (cents?.[1] ?? bare).replaceAll(/[.,]/g, '')
  return /^\d{1,12}$/.test(digits) ? Number(digits) : null
}

const months = ['jan', 'feb', 'mar', 'apr', 'mei', 'jun', 'jul', 'agu', 'sep', 'okt', 'nov', 'des']
const english: Readonly<Record<string, string>> = { may: 'mei', aug: 'agu', ags: 'agu', oct: 'okt', dec: 'des' }

/** "01/11", "01/11/26", "2026-11-01 10:12:13", "01 Nov 2026" → 2026-11-01. A day without a year is the latest that is not in the future. */
export function readDay(text: string, now: Date): string | null {
  const bare = text.trim().replace(/^'/, '')
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(bare)
  if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const local = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})(?:[-/. ](\d{4}|\d{2}))?(?=$|[\sT])/i.exec(bare)
  if (!local) return null
  const word = (local[2] ?? '').toLowerCase().slice(0, 3)
  const month = /^\d/.test(word) ? Number(local[2]) : months.indexOf(english[word] ?? word) + 1
  const day = Number(local[1])
  if (local[3] !== undefined)
    return toDay(local[3].length === 2 ? 2000 + Number(local[3]) : Number(local[3]), month, day)
  const latest = jakartaDay(new Date(now.getTime() + dayMs))
  const year = Number(latest.slice(0, 4))
  const thisYear = toDay(year, month, day)
  return thisYear !== null && thisYear > latest
    ? toDay(year - 1, month, day)
    : (thisYear ?? toDay(year - 1, month, day))
}

function toDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = year > 2000 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10) : null
}
