/** States of money that is sent by hand: `requested` waits, `batched` is in a file for the bank. */
export const payoutStates = ['requested', 'batched', 'sent', 'failed', 'withdrawn'] as const
export type PayoutState = (typeof payoutStates)[number]
