import { bindDeps } from '#server/platform/bind-deps.ts'
import { changeUser, correctEmail, createUser, deleteUser, resetTwoStep } from './change-user.ts'
import type { UsersDeps } from './deps.ts'
import { exportUsers, listUsers, showUser } from './list-users.ts'

export type Users = ReturnType<typeof usersModule>

/** Account administration. */
export const usersModule = (deps: UsersDeps) => ({
  ...bindDeps(deps, {
    listUsers,
    showUser,
    exportUsers,
    createUser,
    changeUser,
    correctEmail,
    deleteUser,
    resetTwoStep,
  }),
  sendPasswordLink: deps.identity.sendPasswordLink,
  countWaiting: deps.identity.countWaiting,
  inviteWaiting: deps.identity.inviteWaiting,
})
