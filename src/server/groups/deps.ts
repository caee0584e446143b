import type { CsvOutput } from '#server/platform/csv/index.ts'
import type { Logger } from 'pino'
import type { Audit } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Notify } from '#server/notifications/index.ts'

export type GroupsDeps = {
  database: Database
  catalog: Catalog
  identity: Identity
  clock: Clock
  audit: Audit
  notify: Notify
  publicUrl: string
  log: Logger
  csv: CsvOutput
}
