/** Removes thousands separators: `1.250.000` → `1250000`. Any other dot stays, so that the schema rejects it. */
export function plainNumber(text: string): string {
  const trimmed = text.trim()
  return /^-?\d{1,3}(\.\d{3})+$/.test(trimmed) ? trimmed.replaceAll('.', '') : trimmed
}

/** Parses a rupiah or count field (`89.000`, `Rp 89000`). Other text is returned unchanged, so that the schema rejects it. */
export function typedAmount(typed: unknown): unknown {
  return typeof typed === 'string' ? typedPercent(plainNumber(typed.replace(/^\s*Rp/i, ''))) : typed
}

/** Parses a percent, in which a dot is not a thousands separator: `7.5` is not 75. */
export function typedPercent(typed: unknown): unknown {
  return typeof typed === 'string' && /^\s*-?\d+\s*$/.test(typed) ? Number(typed) : typed
}

/** Parses a limit. Empty means no limit. */
export const typedLimit = (typed: unknown): unknown =>
  typed === null || String(typed).trim() === '' ? null : typedAmount(typed)

const grouped = new Intl.NumberFormat('id-ID')

/** The digits of a copied amount: `Rp 1.250.000,00` → `1250000`. Null for any other text. */
export function pastedDigits(text: string): string | null {
  const plain = plainNumber(
    text
      .trim()
      .replace(/^Rp\.?\s*/i, '')
      .replace(/,(00|-)$/, ''),
  )
  return /^\d{1,12}$/.test(plain) ? plain : null
}

/** Adds thousands separators to digits, with or without some of them. Text that is not a number stays, so that the schema rejects it. */
export function groupDigits(text: string): string {
  const plain = text.replaceAll(/[.\s]/g, '')
  return /^\d{1,12}$/.test(plain) ? grouped.format(Number(plain)) : text
}

/** An amount in a field: numbers with thousands separators, text as it was typed. */
export const showAmount = (value: unknown): string =>
  typeof value === 'number' && Number.isInteger(value) ? grouped.format(value) : String(value ?? '')
