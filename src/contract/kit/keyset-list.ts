import * as z from 'zod/mini'
import { pageMeta } from './endpoint.ts'

// Lists that grow with students. Their first pages have numbers; `next` and `previous` lead anywhere at the same cost.

/** Rows are counted up to this many. */
export const maximumCounted = 10_000

/** Where a page starts, from `meta.next` or `meta.previous` of another one with the same filters and order. `page` is ignored beside it. */
export const cursor = z.optional(
  z
    .string()
    .check(
      z.regex(
        /^[np]\.[\w-]{1,700}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
        'Alamat halaman ini tidak dikenal. Mulai lagi dari halaman pertama.',
      ),
    ),
)

const keysetMeta = z.extend(pageMeta, {
  /** The cursor of the next page; null on the last one. */
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  /** False when there are more rows than `total`: it counted no further. */
  isCounted: z.boolean(),
})
export type KeysetMeta = z.infer<typeof keysetMeta>

/** The envelope of such a list. */
export const keysetResponse = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ success: z.literal(true), data: z.array(item), meta: keysetMeta, message: z.optional(z.string()) })
