import type { Logger } from 'pino'
import { bindDeps } from '#server/platform/bind-deps.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Commerce } from '#server/commerce/index.ts'
import type { AccountModule } from '#server/identity/index.ts'
import { changeUser, correctEmail, createUser, deleteUser, resetTwoStep } from './change-user.ts'
import type { InviteDeps } from './invite-users.ts'
import { exportUsers, listUsers, showUser } from './list-users.ts'
import { readAndInvite } from './read-and-invite.ts'

export type Users = ReturnType<typeof usersModule>
export type UsersDeps = InviteDeps & { account: AccountModule; commerce: Commerce; clock: Clock; log: Logger }

/** Account administration. */
export const usersModule = (deps: UsersDeps) => ({
  ...bindDeps(deps, { listUsers, showUser, exportUsers, createUser, changeUser, correctEmail, deleteUser, resetTwoStep, readAndInvite }),
  sendPasswordLink: deps.identity.sendPasswordLink,
  countWaiting: deps.identity.countWaiting,
  inviteWaiting: deps.identity.inviteWaiting,
})
