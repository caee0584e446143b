import * as z from 'zod/mini'
import { at, adminEndpoint, response } from '#contract/kit/endpoint.ts'

/** More are not counted: the number is then this one more. */
export const maximumWaitingMoney = 99

/** Counts what waits for an admin. */
export const waitingMoney = z.object({
  /** Transfers with a proof. */
  transfers: z.number(),
  refundRequests: z.number(),
  /** Payouts of instructors to be sent, and bank accounts to be verified. */
  payouts: z.number(),
  /** Refunds to be sent by hand. */
  refundsToSend: z.number(),
})
export type WaitingMoney = z.infer<typeof waitingMoney>

export const waitingMoneyContract = {
  countWaitingMoney: adminEndpoint
    .route(
      at(
        'GET /admin/waiting-money',
        `How many transfers, requests for refunds, payouts and refunds to be sent by hand wait for an admin; each counted up to ${maximumWaitingMoney}`,
      ),
    )
    .output(response(waitingMoney)),
}
