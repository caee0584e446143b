import type { Chaos } from '#sandbox/payment/cashier/chaos.ts'
import type { Ledger } from '#sandbox/payment/ledger/ledger.ts'
import type { Order } from '#sandbox/payment/ledger/records.ts'
import type { Notifier } from '#sandbox/payment/notifier/notifier.ts'
import type { PaymentSandboxOptions } from './options.ts'

/** Everything a use case of the sandbox can touch. */
export type World = {
  options: PaymentSandboxOptions
  /** `publicBase` without a trailing slash. */
  publicBase: string
  /** Its path: '' or e.g. '/sandbox/payment'. */
  prefix: string
  ledger: Ledger
  notifier: Notifier
  /** The given clock plus what the operator moved it ahead. */
  now(): Date
  chaosFor(orderId: string): Chaos
  /** Old status answers still to be given after a change (chaos knob `staleStatusReads`); lost at a restart on purpose. */
  staleReads: Map<string, { before: Order | null; readsLeft: number }>
  /** Aborted by close(). */
  closing: AbortSignal
}

/** A request the provider turns down; routes put it in the shape of their API. */
export class Refusal extends Error {
  readonly statusCode: string

  constructor(statusCode: string, message: string) {
    super(message)
    this.name = 'Refusal'
    this.statusCode = statusCode
  }
}
