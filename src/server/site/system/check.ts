import type { SystemCheck } from '#contract/site/system.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Invariant } from '#server/platform/database/index.ts'
import type { MediaStore } from '#server/platform/media/index.ts'
import type { Installation, ServingProcess } from './installation.ts'
import { both, type Text } from './wording.ts'

export type SystemDeps = {
  database: Database
  clock: Clock
  /** Hold for the books at every moment, of all domains. */
  invariants: readonly Invariant[]
  installation: Installation
  /** Where videos are. */
  store: MediaStore
  /** True when accounts of the demo can sign in. */
  hasDemo: () => Promise<boolean>
  /** Null in a command. */
  serving: ServingProcess | null
  /** Asks the payment provider for a status with the keys of this installation; null with the built-in sandbox. Rejects when it does not answer. */
  checkPayments: (() => Promise<'accepted' | 'rejected'>) | null
  whatsApp: WhatsAppState
  issuer: {
    /** Documents as the database has them. */
    describe: () => Promise<IssuerDocuments>
    /** Null where no process serves the public URL, such as in an app that only answers calls. */
    fetch: ((request: Request) => Promise<Response>) | null
  }
  /** The provider of the organisation: its label, and a look at whether it can be used. Null without one. */
  oidc: { settings: { label: string; issuer: string }; check: () => Promise<void> } | null
  /** Signs in to the mail server; null where mails stay in a folder. Rejects with its answer. */
  checkMail: (() => Promise<void>) | null
}

/** The documents that verify certificates, as far as they are compared. */
export type IssuerDocuments = { did: { id: string; verificationMethod: readonly unknown[] }; profile: { name: string } }

export type WhatsAppState = {
  /** Asks with the keys of this installation; null without keys. */
  checkKeys: (() => Promise<'accepted' | 'rejected'>) | null
  isSandbox: boolean
  /** Entered at Meta to register the webhook; null without keys. */
  verifyToken: string | null
  isEnabled: () => Promise<boolean>
  /** Given up within a day, with the last reason. */
  readFailures: () => Promise<{ failed: number; lastError: string | null }>
}

type Level = SystemCheck['level']
/** `advice` says what to do, wherever the level is not ok. `measures` are gauges of the metrics, in seconds or bytes. */
export type Finding = { level: Level; value: Text; advice?: Text; measures?: Record<string, number> }
/** Takes long is done only on demand. */
export type ReportOptions = { everyFile?: boolean }
/** The one list of them is drawn by the system page and the doctor, and measured for alerts. */
export type Check = {
  name: string
  label: Text
  find(deps: SystemDeps, options: ReportOptions): Promise<Finding> | Finding
}

/** Green up to `warning`, yellow up to `problem`, red beyond. */
export const levelOf = (value: number, warning: number, problem: number): Level =>
  value > problem ? 'problem' : value > warning ? 'warning' : 'ok'
export const withAdvice = (finding: Finding, advice: Text): Finding =>
  finding.level === 'ok' ? finding : { ...finding, advice }

export const onlyOnPage: Finding = {
  level: 'ok',
  value: both(
    'hanya diketahui produk yang sedang berjalan: lihat /admin/system',
    'only the running product knows: see /admin/system',
  ),
}

/** The end of work that an admin waits for. Rejects after this many seconds; null waits as long as the work takes. */
export async function withinSeconds<Result>(
  seconds: number | null,
  work: Promise<Result>,
  late: () => Error,
): Promise<Result> {
  if (seconds === null) return work
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), seconds * 1000)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
