/** Groups of three are thousands: `1.250.000` → `1250000`. Any other dot stays, so that the rule beside the field can refuse it. */
export function plainNumber(text: string): string {
  const trimmed = text.trim()
  return /^-?\d{1,3}(\.\d{3})+$/.test(trimmed) ? trimmed.replaceAll('.', '') : trimmed
}

/** What stands in a rupiah or count field (`89.000`, `Rp 89000`), as a number. What is none stays as it is typed: the schema refuses it. */
export function typedAmount(typed: unknown): unknown {
  return typeof typed === 'string' ? typedPercent(plainNumber(typed.replace(/^\s*Rp/i, ''))) : typed
}

/** The same for a percent, where no dot stands for thousands: `7.5` is not 75. */
export function typedPercent(typed: unknown): unknown {
  return typeof typed === 'string' && /^\s*-?\d+\s*$/.test(typed) ? Number(typed) : typed
}

/** The same where an empty field means: no limit. */
export const typedLimit = (typed: unknown): unknown => (typed === null || String(typed).trim() === '' ? null : typedAmount(typed))
