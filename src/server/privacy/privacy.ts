import type { CsvOutput } from '#server/platform/csv/index.ts'
import type { Audit } from '#server/audit/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { Settings } from '#server/site/settings/index.ts'
import type { RateLimiter } from '#server/platform/protection/index.ts'
import { consentsModule } from './consents.ts'
import { incidentsModule } from './incidents.ts'
import { legalModule } from './legal.ts'
import { privacyRequestsModule } from './requests.ts'

type Deps = {
  database: Database
  cacheTags: CacheTags
  audit: Audit
  settings: Settings
  rateLimiter: RateLimiter
  mail: Mail
  clock: Clock
  csv: CsvOutput
  publicUrl: string
  listAdmins: (tx: Tx) => Promise<readonly { id: string; name: string; email: string }[]>
  /** How long a student's session lasts at most, for the privacy page. */
  sessionDays: number
}
export type Privacy = ReturnType<typeof privacyModule>

/** Legal pages, consents, requests about personal data, and the register of incidents. */
export function privacyModule(deps: Deps) {
  const legal = legalModule(deps)
  return {
    legal,
    consents: consentsModule({ ...deps, legal }),
    requests: privacyRequestsModule(deps),
    incidents: incidentsModule(deps),
  }
}
