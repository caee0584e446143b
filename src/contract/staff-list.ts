import * as z from 'zod/mini'

const pageMessage = 'Halaman tidak valid'
const limitMessage = 'Jumlah per halaman 1–100'

/**
 * What every list of the staff's side takes: a text to search for, an order, a page. `sort` names a column; with a minus before it, the
 * other way round. The same names stand in the addresses of pages.
 */
export const staffListInput = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
  sort: z.optional(z.enum(sorts, 'Urutan tidak dikenal')),
  page: z._default(z.coerce.number(pageMessage).check(z.int(pageMessage), z.minimum(1, pageMessage), z.maximum(10_000, pageMessage)), 1),
  limit: z._default(z.coerce.number(limitMessage).check(z.int(limitMessage), z.minimum(1, limitMessage), z.maximum(100, limitMessage)), 20),
})
