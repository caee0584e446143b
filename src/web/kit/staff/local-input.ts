import { jakartaAheadMs } from '#contract/kit/days.ts'

/** An ISO date as the value of `<input type="datetime-local">`, in western Indonesian time. An invalid date becomes empty. */
export function toLocalInput(iso: string): string {
  const at = new Date(iso).getTime()
  return Number.isNaN(at) ? '' : new Date(at + jakartaAheadMs).toISOString().slice(0, 16)
}
/** The inverse of `toLocalInput`. Empty stays empty. */
export const fromLocalInput = (value: string): string =>
  value ? `${value.length === 16 ? `${value}:00` : value}+07:00` : ''
