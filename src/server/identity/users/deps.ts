import type { Logger } from 'pino'
import type { Commerce } from '#server/commerce/index.ts'
import type { AccountModule } from '#server/identity/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { InviteDeps } from './invite-users.ts'

export type UsersDeps = InviteDeps & { account: AccountModule; commerce: Commerce; clock: Clock; log: Logger }
