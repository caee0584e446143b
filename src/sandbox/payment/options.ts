export type PaymentSandboxOptions = {
  serverKey: string
  clientKey: string
  merchantId: string
  /** The absolute address a browser reaches the sandbox at; its path is the prefix of every route. */
  publicBase: string
  /** Origins that may frame the payment pages and exchange messages with them. */
  merchantOrigins: string[]
  notificationUrl: string
  /** How a notification is sent: `fetch`, or an application in this process. */
  deliver: (request: Request) => Promise<Response>
  /** Append-only NDJSON file; null keeps everything in memory only. */
  journalPath: string | null
  clock: { now(): Date }
  /** Length of a minute in the notification retry table: 60_000 in production, less in tests. */
  minuteMs: number
  seed: number
  /** Opens the operator page. */
  operatorToken: string
}
