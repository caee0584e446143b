import { cleanIdentifier } from '#contract/kit/text/identifier.ts'

/** `sign`: what stands before or behind the number, or null. Brackets and a minus are of money that went out. */
export type Amount = { value: number; sign: '+' | '-' | null }

/** Nobody writes a longer one, and reading it would take the time of its length to the fifth power. */
const maximumAmount = 100

/** "89,123.00", "89.123,00", "330.272,50", "Rp 89123", "(1.500,00)", "1.500-": the last separator is of cents where it differs from those before it, or has one or two digits behind it. */
export function readSigned(text: string): Amount | null {
  if (text.length > maximumAmount) return null
  const typed = cleanIdentifier(text).replace(/^'/, '')
  const parts = /^([+-]?)\s*(?:rp|idr)?\.?\s*([+-]?)\s*(.*?)\s*([+-]?)$/i.exec(
    typed.replace(/^\((.*)\)$/, '-$1').replace(/[.,] ?-{1,2}$/, ''),
  )
  const [, before = '', inside = '', number = '', after = ''] = parts ?? []
  const bare = number.replace(/\s*(?:rp|idr)$/i, '').replaceAll(/\s/g, '')
  const value = readDigits(bare)
  const sign = before || inside || after
  return value === null ? null : { value, sign: sign === '+' || sign === '-' ? sign : null }
}

function readDigits(bare: string): number | null {
  if (!/^[\d.,]*\d[\d.,]*$/.test(bare)) return null
  const last = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
  const [before, after] = [bare.slice(0, Math.max(0, last)), bare.slice(last + 1)]
  const isOther = /[.,]/.test(before) && !before.includes(bare.charAt(last))
  const hasCents = last !== -1 && after !== '' && (after.length < 3 || isOther)
  const digits = (hasCents ? before : bare).replaceAll(/[.,]/g, '')
  return /^\d{0,12}$/.test(digits) ? Number(`${digits || '0'}.${hasCents ? after : '0'}`) : null
}

/** An amount without a minus. */
export function readAmount(text: string): number | null {
  const read = readSigned(text)
  return read && read.sign !== '-' ? read.value : null
}
