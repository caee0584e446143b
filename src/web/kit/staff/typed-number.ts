import { readPercent, readRupiah } from '#contract/kit/format/numbers.ts'

// Text that cannot be read as a number is returned unchanged, so that it stays in its field and the schema rejects it.

/** Parses a rupiah or count field: `89.000`, `Rp 89000`. */
export const typedAmount = (typed: unknown): unknown =>
  typeof typed === 'string' ? (readRupiah(typed) ?? typed) : typed

/** Parses a percent: `25`, `25%`, `7,5`. */
export function typedPercent(typed: unknown): unknown {
  const read = typeof typed === 'string' ? readPercent(typed) : null
  return typeof read === 'number' ? read : typed
}

/** Parses a limit. Empty means no limit. */
export const typedLimit = (typed: unknown): unknown =>
  typed === null || String(typed).trim() === '' ? null : typedAmount(typed)

const grouped = new Intl.NumberFormat('id-ID')

/** The digits of a copied amount: `Rp 1.250.000,00` → `1250000`. Null for any other text. */
export function pastedDigits(text: string): string | null {
  const amount = readRupiah(text)
  return amount !== null && amount >= 0 && amount < 1e12 ? String(amount) : null
}

/** Adds thousands separators to digits, with or without some of them. Text that is not a number stays, so that the schema rejects it. */
export function groupDigits(text: string): string {
  const plain = text.replaceAll(/[.\s]/g, '')
  return /^\d{1,12}$/.test(plain) ? grouped.format(Number(plain)) : text
}

/** An amount in a field: numbers with thousands separators, text as it was typed. */
export const showAmount = (value: unknown): string =>
  typeof value === 'number' && Number.isInteger(value) ? grouped.format(value) : String(value ?? '')
