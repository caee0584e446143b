import { cleanIdentifier } from '#contract/kit/text/identifier.ts'

// One reader for numbers that people type, shared by browser and server.

/** Nobody types a longer one, and reading it would take the time of its length squared. */
const maximumTyped = 100

/**
 * A number as Indonesians write it: a comma before decimals, dots between thousands. `17.380` → 17380, `3,14` → 3.14, `1.000,5` → 1000.5.
 * Text that can only be meant otherwise is read so: `3.14` and `0.500` have decimals, `1,234.5` is English. Null for anything else.
 */
export function readNumber(typed: string): number | null {
  if (typed.length > maximumTyped) return null
  const compact = cleanIdentifier(typed)
    .replace(/^([+-])\s+/u, '$1')
    // Between thousands only: `7 5` is no 75.
    .replaceAll(/(\d)\s(?=\d{3}(?!\d))/gu, '$1')
  const plain = toPlain(compact)
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain)) return null
  const value = Number(plain)
  return Math.abs(value) <= 1e15 ? value : null
}

/** The same number with a dot before decimals and nothing between thousands. */
function toPlain(text: string): string {
  if (/^[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  if (/^[+-]?[1-9]\d{0,2}((,\d{3})+\.\d+|(,\d{3}){2,})$/.test(text)) return text.replaceAll(',', '')
  return text.includes('.') ? text : text.replace(',', '.')
}

/** A percentage, with its sign or word: `25%`, ` 15 % `, `10 persen`. 'no-number' for text without any digit, null for what cannot be read. */
export function readPercent(typed: string): number | 'no-number' | null {
  if (typed.length > maximumTyped) return null
  const text = cleanIdentifier(typed)
  if (!/\d/.test(text)) return 'no-number'
  return readNumber(text.replace(/\s*(?:%|persen)\s*$/i, ''))
}

const thousands: Readonly<Record<string, number>> = { rb: 1_000, ribu: 1_000, k: 1_000, jt: 1_000_000, juta: 1_000_000 }

/** A whole amount of rupiah, as typed or copied: `Rp 1.250.000,00`, `89.000`, `89rb`, `1,5 juta`, `IDR 89,000.00`. Null for anything else. */
export function readRupiah(typed: string): number | null {
  if (typed.length > maximumTyped) return null
  const amount = cleanIdentifier(typed)
    .replace(/^(?:Rp|IDR)\.? ?/iu, '')
    .replace(/ ?(?:Rp|IDR|rupiah)?\.?$/iu, '')
  const [, count = '', unit] = /^([\d.,]{1,20}) ?(rb|ribu|k|jt|juta)$/iu.exec(amount) ?? []
  if (unit !== undefined) {
    const whole = (readNumber(count) ?? Number.NaN) * (thousands[unit.toLowerCase()] ?? 1)
    return Number.isInteger(whole) && whole <= 1e15 ? whole : null
  }
  // Where both separators stand, the last one is of decimals.
  const text = amount
    .replace(/,(?:00|-)$/, '')
    .replace(/^(\d{1,3}(?:,\d{3})+)\.00$/, (_, digits: string) => digits.replaceAll(',', ''))
  const value = readNumber(text)
  // `89,500` and `89.5` are no amounts, whichever separator is meant.
  return value !== null && Number.isInteger(value) && !/[,e]|\.\d{1,2}$/i.test(text) ? value : null
}

/** A number as it was read, with dots between thousands: the answer to "is 17.380 seventeen or seventeen thousand?". */
export const showNumber = (value: number): string => value.toLocaleString('id-ID', { maximumFractionDigits: 15 })
