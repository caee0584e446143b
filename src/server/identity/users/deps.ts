import type { Logger } from 'pino'
import type { Commerce } from '#server/commerce/index.ts'
import type { AccountModule } from '#server/identity/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { InviteDeps } from './invite-users.ts'

/** Of whoever stops being an enabled admin. Injected, because this module may not import integrations. */
type KeysOfAdmins = { countOf: (userId: string) => Promise<number>; endOf: (tx: Tx, userId: string) => Promise<void> }

export type UsersDeps = InviteDeps & {
  account: AccountModule
  commerce: Commerce
  apiKeys: KeysOfAdmins
  clock: Clock
  log: Logger
}
