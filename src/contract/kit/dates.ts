import * as z from 'zod/mini'

/** PostgreSQL and JavaScript write other years in ways of their own; a day or a zone that is added to these leaves four digits. */
function hasUsualYear(date: string): boolean {
  const year = new Date(date).getUTCFullYear()
  return year >= 1970 && year < 9999
}

/** An instant with its offset (ISO 8601). */
export const instant = (missing: string) =>
  z.string(missing).check(z.iso.datetime({ offset: true, error: missing }), z.refine(hasUsualYear, missing))

/** A day (YYYY-MM-DD). */
export const day = (missing: string) => z.string(missing).check(z.iso.date(missing), z.refine(hasUsualYear, missing))

/** An instant as a device noted it, in UTC. Not a function, because pages of visitors leave out schemas that they do not use. */
export const notedInstant = z
  .string('Waktu tidak valid')
  .check(z.iso.datetime('Waktu tidak valid'), z.refine(hasUsualYear, 'Waktu tidak valid'))
