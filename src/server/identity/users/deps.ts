import type { Commerce } from '#server/commerce/index.ts'
import type { AccountModule } from '#server/identity/index.ts'
import type { ApiKeys } from '#server/integrations/api-keys/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { InviteDeps } from './invite-users.ts'

export type UsersDeps = InviteDeps & {
  account: AccountModule
  commerce: Commerce
  apiKeys: Pick<ApiKeys, 'countOf' | 'endOf'>
  clock: Clock
}
