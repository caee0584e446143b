import type { Chaos } from './payments/chaos.ts'
import type { Ledger } from './ledger.ts'
import type { Order } from './ledger-records.ts'
import type { Notifier } from './notifier.ts'
import type { PaymentSandboxOptions } from './options.ts'

/** Dependencies and state of the sandbox's use cases. */
export type SandboxContext = {
  options: PaymentSandboxOptions
  /** `publicBase` without a trailing slash. */
  publicBase: string
  /** Its path: '' or e.g. '/sandbox/payment'. */
  prefix: string
  ledger: Ledger
  notifier: Notifier
  /** The injected clock plus the operator's offset. */
  now(): Date
  chaosFor(orderId: string): Chaos
  /** Stale status responses still to be returned after a change (chaos knob `staleStatusReads`). Not persisted. */
  staleReads: Map<string, { before: Order | null; readsLeft: number }>
  /** Aborted by close(). */
  closing: AbortSignal
}

/** A request that the provider rejects; each route formats it for its API. */
export class Rejection extends Error {
  readonly statusCode: string

  constructor(statusCode: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Rejection'
    this.statusCode = statusCode
  }
}
