import { readNumber, showNumber } from '#contract/kit/format/numbers.ts'

export const parseNumber = readNumber

export const formatNumber = (value: number): string =>
  value.toLocaleString('id-ID', { maximumFractionDigits: 15, useGrouping: false })

/** The text of a field whose value is now this one: what was typed stays as long as it means that. What is no number is undefined, or the text itself. */
export function textOf(value: unknown, typed: string): string {
  const number = parseNumber(typed)
  if (number === null ? value === undefined || value === typed : value === number) return typed
  return typeof value === 'number' ? formatNumber(value) : typeof value === 'string' ? value : ''
}

/** How a number was read, where dots or size leave a doubt: `17.380` → "Dibaca 17.380 (tujuh belas ribu)". Null where nothing is in doubt. */
export function describeReading(typed: string): string | null {
  const value = readNumber(typed)
  if (value === null || !/[.,e]/i.test(typed)) return null
  return Number.isInteger(value) && Math.abs(value) >= 1_000
    ? `Dibaca ${showNumber(value)}, yaitu ${inThousands(value)}`
    : `Dibaca ${showNumber(value)}`
}

const units = [
  [1e9, 'miliar'],
  [1e6, 'juta'],
  [1e3, 'ribu'],
] as const

function inThousands(value: number): string {
  const [size, name] = units.find(([unit]) => Math.abs(value) >= unit) ?? [1, '']
  const count = value / size
  // One decimal, which is what a person says: 1.500 is 1,5 ribu.
  const shown = Math.round(count * 10) / 10
  return `${shown === count ? '' : 'sekitar '}${showNumber(shown)} ${name}`
}
