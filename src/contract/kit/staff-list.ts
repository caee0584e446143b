import * as z from 'zod/mini'

const pageMessage = 'Halaman tidak valid'
const limitMessage = 'Jumlah per halaman 1–100'

/**
 * Parameters of every staff list: search text, sort order, page. `sort` is a column name; a leading minus means descending.
 * Page URLs use the same names.
 */
export const staffListInput = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
  sort: z.optional(z.enum(sorts, 'Urutan tidak dikenal')),
  page: z._default(
    z.coerce.number(pageMessage).check(z.int(pageMessage), z.minimum(1, pageMessage), z.maximum(10_000, pageMessage)),
    1,
  ),
  limit: z._default(
    z.coerce.number(limitMessage).check(z.int(limitMessage), z.minimum(1, limitMessage), z.maximum(100, limitMessage)),
    20,
  ),
})
