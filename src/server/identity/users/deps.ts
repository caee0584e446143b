import type { Commerce } from '#server/commerce/index.ts'
import type { AccountModule, Identity } from '#server/identity/index.ts'
import type { ApiKeys } from '#server/integrations/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Audit } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Database } from '#server/platform/database/index.ts'
import type { CsvOutput } from '#server/platform/csv/index.ts'
import type { Learning } from '#server/learning/index.ts'

export type UsersDeps = {
  database: Database
  identity: Identity
  catalog: Catalog
  learning: Learning
  audit: Audit
  csv: CsvOutput
  account: AccountModule
  commerce: Commerce
  apiKeys: Pick<ApiKeys, 'countOf' | 'endOf'>
  clock: Clock
}
