import * as z from 'zod/mini'
import { at, download, freshStaffEndpoint, id, paging, staffEndpoint } from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { transactionStates } from './transactions.ts'

/** A line of an order that was paid for, as those see it who see the figures of its course. Without addresses: a buyer may be no student of it. */
const soldLine = z.object({
  _id: z.string(),
  transactionId: z.string(),
  orderId: z.string(),
  paidAt: z.string(),
  /** At the time of purchase; of a deleted account a pseudonym. */
  buyerName: z.string(),
  /** The bundle that it was bought with, by its title of then. */
  bundle: z.nullable(z.object({ title: z.string() })),
  /** The same for a path. */
  path: z.nullable(z.object({ title: z.string() })),
  /** Whom it was given to, as the buyer named them; null unless it is a gift. */
  gift: z.nullable(z.object({ name: z.string() })),
  /** Seats of a team; null for other orders. */
  seats: z.nullable(z.number()),
  price: z.number(),
  /** The amount is the price without the two discounts, with the unique code of a payment by hand. */
  discount: z.number(),
  /** Bought at the price of a sale. */
  inSale: z.boolean(),
  /** Null when no code lowered the price of this line. */
  promoCode: z.nullable(z.string()),
  promoDiscount: z.number(),
  uniqueCode: z.number(),
  amount: z.number(),
  refunded: z.number(),
  /** The order's state. */
  state: z.enum(transactionStates),
})
export type SoldLine = z.infer<typeof soldLine>

export const listSoldLinesInput = z.object({ ...paging, cursor })
export type ListSoldLinesInput = z.infer<typeof listSoldLinesInput>

export const soldLinesContract = {
  listSoldLines: staffEndpoint
    .route(
      at(
        'GET /admin/courses/{id}/sales',
        'What was sold of a course, newest payment first; free enrolments are not sold',
      ),
    )
    .input(z.extend(listSoldLinesInput, { id }))
    .output(keysetResponse(soldLine)),
  exportSoldLines: freshStaffEndpoint
    .route(at('GET /admin/courses/{id}/sales/export', 'The same as CSV', { outputStructure: 'detailed' }))
    .input(z.object({ id }))
    .output(download),
}
