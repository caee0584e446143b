/** States of a payment by hand: `checking` has a proof that waits for an admin. */
export const transferStates = ['open', 'checking', 'refused', 'approved', 'cancelled', 'expired'] as const
export type TransferState = (typeof transferStates)[number]
