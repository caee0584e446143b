const wibOffset = '+07:00'
const wibMs = 7 * 3_600_000

/** A moment as `<input type="datetime-local">` holds it, in western Indonesian time. */
export const toLocalInput = (iso: string): string => new Date(new Date(iso).getTime() + wibMs).toISOString().slice(0, 16)
/** The other way round; empty stays empty. */
export const fromLocalInput = (value: string): string => (value ? `${value.length === 16 ? `${value}:00` : value}${wibOffset}` : '')
