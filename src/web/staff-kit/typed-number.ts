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
export const typedLimit = (typed: unknown): unknown => (typed === null || String(typed).trim() === '' ? null : typedAmount(typed))
