export type PaymentSandboxOptions = {
  serverKey: string
  clientKey: string
  merchantId: string
  /** The absolute URL of the sandbox for browsers; its path is the prefix of every route. */
  publicBase: string
  /** Origins that may frame the payment pages and exchange messages with them. */
  merchantOrigins: string[]
  notificationUrl: string
  /** How a notification is sent: `fetch`, or an application in this process. */
  deliver: (request: Request) => Promise<Response>
  /** Append-only NDJSON file; null persists nothing. */
  journalPath: string | null
  clock: { now(): Date }
  /** Length of a minute in the notification retry table: 60_000 in production, less in tests. */
  minuteMs: number
  seed: number
  /** Grants access to the operator page. */
  operatorToken: string
}
