import type { TransactionState } from '#contract/commerce/transactions.ts'

type States = readonly TransactionState[]
/** Not paid, and the buyer may still pay or cancel. */
export const unpaidStates: States = ['created', 'pending']
export const openStates: States = [...unpaidStates, 'review']
export const paidStates: States = ['paid', 'partially_refunded']
/** For SQL in plain text: `'paid', 'partially_refunded'`. */
export const paidStatesSql = paidStates.map((state) => `'${state}'`).join(', ')
/** Closed without money: a late payment may still arrive. Nothing writes `failed`; the contract says why it is there. */
const lapsedStates: States = ['expired', 'cancelled', 'failed']
/** The money went back: no status of the provider changes these. */
const returnedStates: States = ['refunded', 'chargeback']

export const isUnpaid = (state: TransactionState): boolean => unpaidStates.includes(state)
export const isOpen = (state: TransactionState): boolean => openStates.includes(state)
export const hasPaid = (state: TransactionState): boolean => paidStates.includes(state)
export const hasLapsed = (state: TransactionState): boolean => lapsedStates.includes(state)
export const isReturned = (state: TransactionState): boolean => returnedStates.includes(state)
