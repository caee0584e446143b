import { jakartaAheadMs } from '#contract/days.ts'

/** A moment as `<input type="datetime-local">` holds it, in western Indonesian time; what is no moment leaves it empty. */
export function toLocalInput(iso: string): string {
  const at = new Date(iso).getTime()
  return Number.isNaN(at) ? '' : new Date(at + jakartaAheadMs).toISOString().slice(0, 16)
}
/** The other way round; empty stays empty. */
export const fromLocalInput = (value: string): string => (value ? `${value.length === 16 ? `${value}:00` : value}+07:00` : '')
