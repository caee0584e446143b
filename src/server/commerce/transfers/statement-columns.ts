import type { BankStatementRole } from '#contract/commerce/transfers.ts'
import { headerWords, matchColumns, type ColumnWords, type Roles } from '#server/platform/csv/index.ts'

// Names that banks of Indonesia give their columns, best first.
const balance = /\b(?:saldo|balance|awal|akhir|kurs|rate)\b/
const words = {
  date: {
    best: [
      /^(?:tanggal|tgl|date|posting date|post date|transaction date|trx date|tanggal transaksi|tanggal trx|tgl transaksi|tgl tran|tgl trx|tanggal waktu|tanggal jam|date time|waktu transaksi)$/,
      /^(?:tanggal|tgl|date)\b|\b(?:tanggal|tgl|date)$/,
      /^(?:waktu|time ?stamp)$/,
    ],
    never: /\b(?:lahir|birth|jatuh tempo|due|cetak|print)\b/,
  },
  credit: {
    best: [
      /^(?:kredit|credit|cr|mutasi kredit|credit amount|amount credit|jumlah kredit|nominal kredit|uang masuk|dana masuk)$/,
      /\b(?:kredit|credit)\b|^(?:pemasukan|masuk|setoran|deposit|money in|paid in)$/,
    ],
    never: /\b(?:saldo|balance|debit|debet|db|d|card|kartu)\b/,
  },
  amount: {
    best: [
      /^(?:jumlah|amount|mutasi|nominal)$/,
      /^(?:jumlah|amount|nominal|mutasi|nilai)(?: (?:transaksi|trx|mutasi|pembayaran|idr|rp|rupiah))?$|^(?:transaction|trx) amount$/,
    ],
    never: balance,
  },
  mark: {
    best: [
      /^(?:cr db|db cr|dr cr|cr dr|d k|k d|d c|c d|dk|dc|debit kredit|debet kredit|debit credit|glsign|jenis|jenis (?:transaksi|mutasi)|tipe|tipe transaksi|type|transaction type|posisi|arah)$/,
    ],
  },
  // Idempotency keys are made of these: another column would make used payments new ones.
  description: {
    best: [
      /^(?:keterangan|description|transaksi|uraian|deskripsi|remarks?|berita|keterangan transaksi|transaction)$/,
      /^(?:desk tran|rincian|rincian transaksi|transaction description|additional desc(?:ription)?|details?|transaction details?|narrative|catatan|keterangan .+|deskripsi .+|berita .+|uraian .+)$/,
      /^(?:trx|tran|transaksi) (?:desc|description|ket|keterangan)$/,
    ],
  },
} satisfies Record<string, ColumnWords>

/** Where a row names a date and an amount; null for any other row. */
export function findBankStatementColumns(
  cells: readonly string[],
): { roles: Roles<BankStatementRole>; isSure: boolean } | null {
  const found = {
    date: matchColumns(cells, words.date),
    credit: matchColumns(cells, words.credit),
    amount: matchColumns(cells, words.amount),
    mark: matchColumns(cells, words.mark),
  }
  const money = found.credit ? 'credit' : 'amount'
  if (!found.date || !found[money]) return null
  const roles: (BankStatementRole | null)[] = cells.map(() => null)
  for (const at of matchColumns(cells, words.description)?.at ?? []) roles[at] = 'description'
  const used = found.credit ? (['date', 'credit'] as const) : (['mark', 'amount', 'date'] as const)
  for (const role of used) {
    const [at] = found[role]?.at ?? []
    if (at !== undefined) roles[at] = role
  }
  return { roles, isSure: found.date.at.length === 1 && found[money].at.length === 1 }
}

/** The second row of a header with merged cells: `Mutasi` above `Debet` and `Kredit`. Null where the row below is no part of the header. */
export function withSecondRow(header: readonly string[], below: readonly string[]): string[] | null {
  const isPart = below.every((cell) => !/\d/.test(cell)) && matchColumns(below, words.credit)?.rank === 0
  if (!isPart || matchColumns(header, words.credit)) return null
  return Array.from({ length: Math.max(header.length, below.length) }, (_, at) => below[at] || (header[at] ?? ''))
}

const marks: Readonly<Record<string, 'in' | 'out'>> = {
  cr: 'in',
  k: 'in',
  kr: 'in',
  c: 'in',
  kredit: 'in',
  credit: 'in',
  masuk: 'in',
  'uang masuk': 'in',
  'dana masuk': 'in',
  'transfer masuk': 'in',
  pemasukan: 'in',
  db: 'out',
  dr: 'out',
  d: 'out',
  debit: 'out',
  debet: 'out',
  keluar: 'out',
  'uang keluar': 'out',
  'dana keluar': 'out',
  'transfer keluar': 'out',
  pengeluaran: 'out',
}
/** Reads the direction of money from a cell; null where it says nothing. */
export const markIn = (cell: string): 'in' | 'out' | null => {
  const text = cell.trim()
  if (text === '+' || text === '-') return text === '+' ? 'in' : 'out'
  return marks[headerWords(text)] ?? null
}
