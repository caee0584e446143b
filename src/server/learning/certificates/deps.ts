import type { Audit } from '#server/audit/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { CacheTags } from '#server/platform/pages/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/index.ts'
import type { Identity } from '#server/identity/index.ts'
import type { EmitEvent } from '#server/integrations/index.ts'
import type { Notify } from '#server/notifications/index.ts'

export type CertificateDeps = {
  database: Database
  catalog: Catalog
  identity: Identity
  cacheTags: CacheTags
  audit: Audit
  clock: Clock
  publicUrl: string
  emitEvent: EmitEvent
  readSite: (tx?: Tx) => Promise<{ name: string }>
  notify: Notify
}
