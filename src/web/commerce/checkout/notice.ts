/** Shown below the button of a checkout. */
export type Notice = {
  tone: 'error' | 'info'
  text: string
  link?: 'transactions'
  /** Errors of single inputs, by their names. */
  fields?: Record<string, string>
  /** Links to the page that says how to pay this transaction. */
  transactionId?: string
}
