import { bindDeps, bindInTransaction } from '#server/platform/bind-deps.ts'
import type { AccountDeps } from '#server/identity/deps.ts'
import { deleteExpiredNonces } from '#server/identity/google-nonces.ts'
import { unlinkGoogle, unlinkOidc } from '#server/identity/unlink-foreign.ts'
import { changePassword } from '#server/identity/sign-in/change-password.ts'
import { requestPasswordReset, resetPassword } from '#server/identity/sign-in/reset-password.ts'
import { deleteExpiredSessions, listSessions } from '#server/identity/sign-in/session.ts'
import { deleteUnfinishedSteps } from '#server/identity/two-step/delete-unfinished.ts'
import { cancelEmailChange, confirmEmailChange, requestEmailChange } from './change-email.ts'
import { deleteAccount, eraseEverywhere } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import { deleteExpiredLinks } from '#server/identity/sign-in/links.ts'
import { endOtherSessions, endOwnSession } from './own-sessions.ts'
import { readAccount, updateProfile } from './profile.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

export type AccountModule = ReturnType<typeof accountModule>

/** Self-service of users for their own account. */
export const accountModule = (deps: AccountDeps) => ({
  ...bindDeps(deps, { readAccount, updateProfile, exportAccount, deleteAccount }),
  ...bindDeps(deps, { requestPasswordReset, resetPassword, changePassword, unlinkGoogle, unlinkOidc }),
  ...bindDeps(deps, { requestEmailChange, cancelEmailChange, confirmEmailChange, verifyEmail, resendVerification }),
  ...bindDeps(deps, { listSessions, endOwnSession, endOtherSessions }),
  ...bindDeps(deps, { deleteExpiredSessions, deleteExpiredLinks, deleteExpiredNonces, deleteUnfinishedSteps }),
  ...bindInTransaction(deps, { eraseEverywhere }),
})
