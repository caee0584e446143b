import type { Audit } from '#server/audit/index.ts'
import type { CacheTags } from '#server/cache-tags/index.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { Uploads } from '#server/uploads/index.ts'

/** The number of issued certificates. Injected, because this module may not import learning. */
type CountCertificates = (courseIds: readonly string[]) => Promise<number>

export type AuthoringDeps = {
  database: Database
  cacheTags: CacheTags
  identity: Identity
  audit: Audit
  uploads: Uploads
  clock: Clock
  countCertificates: CountCertificates
}
