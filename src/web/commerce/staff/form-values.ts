const wibMs = 7 * 3_600_000

/** A moment as `<input type="datetime-local">` holds it, in western Indonesian time. */
export function toLocalInput(iso: string): string {
  const at = new Date(iso).getTime()
  return Number.isNaN(at) ? '' : new Date(at + wibMs).toISOString().slice(0, 16)
}
/** The other way round; empty stays empty. */
export const fromLocalInput = (value: string): string => (value ? `${value.length === 16 ? `${value}:00` : value}+07:00` : '')

/** What a person types as a number of rupiah (`89.000`, `Rp 89000`), as a number; NaN for anything else, so that the form says so. */
export function wholeNumber(typed: unknown): number {
  const digits = String(typed ?? '').replaceAll(/(?:Rp|[.\s\u00A0])/g, '')
  return /^-?\d+$/.test(digits) ? Number(digits) : Number.NaN
}

/** The same where an empty field means: no limit. */
export const numberOrNone = (typed: unknown): number | null => (typed === null || String(typed).trim() === '' ? null : wholeNumber(typed))
