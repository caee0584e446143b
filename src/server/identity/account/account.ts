import type { UpdateProfileInput } from '#contract/identity/account.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { AccountDeps } from '#server/identity/deps.ts'
import { changePassword } from '#server/identity/passwords/change-password.ts'
import { deleteExpiredNonces } from '#server/identity/google/nonces.ts'
import { unlinkGoogle } from '#server/identity/google/unlink.ts'
import { requestPasswordReset, resetPassword } from '#server/identity/passwords/reset-password.ts'
import { deleteExpiredSessions, endOwnSession, endSessionsOf, listSessions } from '#server/identity/sign-in/session.ts'
import { requestEmailChange, cancelEmailChange, confirmEmailChange } from './change-email.ts'
import { deleteAccount, eraseEverywhere } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import { deleteExpiredChallenges } from '#server/identity/two-step/second-step/challenges.ts'
import { deleteExpiredTickets } from '#server/identity/two-step/second-step/tickets.ts'
import { deleteUnfinishedSetups } from '#server/identity/two-step/second-step/totp.ts'
import { deleteExpiredLinks } from './links.ts'
import { readAccount, updateProfile } from './profile.ts'
import { resendVerification, verifyEmail, type VerifyCaller } from './verify-email.ts'

export type AccountModule = ReturnType<typeof accountModule>

/** What users do with their own account. */
export function accountModule(deps: AccountDeps) {
  const { database, audit, securityLog } = deps
  return {
    requestPasswordReset: (email: string, caller: { client: string; solution: string | null }) => requestPasswordReset(deps, email, caller),
    resetPassword: (input: { token: string; password: string }, client: string) => resetPassword(deps, input, client),
    requestEmailChange: (viewer: Viewer, input: { email: string; password: string }) => requestEmailChange(deps, viewer, input),
    cancelEmailChange: (viewer: Viewer) => cancelEmailChange(deps, viewer),
    confirmEmailChange: (token: string, viewer: Viewer | null) => confirmEmailChange(deps, token, viewer),
    verifyEmail: (token: string, caller: VerifyCaller) => verifyEmail(deps, token, caller),
    unlinkGoogle: (viewer: Viewer, input: { password: string }) => unlinkGoogle(deps, viewer, input),
    resendVerification: (viewer: Viewer) => resendVerification(deps, viewer),
    changePassword: (viewer: Viewer, input: { currentPassword: string; newPassword: string }) => changePassword(deps, viewer, input),

    read: (viewer: Viewer) => readAccount(deps, viewer.id),
    update: (viewer: Viewer, input: UpdateProfileInput) => updateProfile(deps, viewer, input),

    listSessions: (viewer: Viewer) => listSessions(deps, viewer),
    async endSession(viewer: Viewer, sessionId: string): Promise<boolean> {
      const hasEnded = await endOwnSession(database, viewer, sessionId)
      if (hasEnded) securityLog.note('session-ended', { userId: viewer.id, count: 1 })
      return hasEnded
    },
    async endOtherSessions(viewer: Viewer, client: string): Promise<number> {
      const others = (await listSessions(deps, viewer)).length - 1
      await database.transaction(async (tx) => {
        await endSessionsOf(tx, viewer.id, { except: viewer.sessionId })
        await audit.record(tx, {
          actorId: viewer.id,
          action: 'user.sessions-ended',
          subjectKind: 'user',
          subjectId: viewer.id,
          details: { sessions: others, client },
        })
      })
      securityLog.note('session-ended', { userId: viewer.id, count: others, client })
      return others
    },

    export: (viewer: Viewer) => exportAccount(deps, viewer),
    /** For an admin. The caller checks who may be deleted. */
    erase: (tx: Tx, user: { id: string; erasedBy: string }) => eraseEverywhere(tx, deps, user),
    delete: (viewer: Viewer, proof: { email: string; password: string }) => deleteAccount(deps, viewer, proof),

    deleteExpiredSessions: (before: Date, limit: number) => deleteExpiredSessions(database.query, before, limit),
    deleteExpiredLinks: (before: Date, limit: number) => deleteExpiredLinks(database.query, before, limit),
    deleteExpiredNonces: (before: Date, limit: number) => deleteExpiredNonces(database.query, before, limit),
    /** Passkey challenges, tickets of sign-ins whose second step is missing, and authenticator apps whose first code is. */
    async deleteUnfinishedSteps(before: Date, limit: number): Promise<number> {
      const deleted = [
        await deleteExpiredChallenges(database.query, before, limit),
        await deleteExpiredTickets(database.query, before, limit),
        await deleteUnfinishedSetups(database.query, before, limit),
      ]
      return Math.max(...deleted)
    },
  }
}
