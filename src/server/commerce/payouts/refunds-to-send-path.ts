import { staffPaths } from '#contract/kit/staff-paths.ts'

/** The list of refunds that wait to be sent by hand. */
export const refundsToSendPath = (): string => `${staffPaths.payouts()}?kind=refund&state=requested`
