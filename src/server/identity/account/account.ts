import type { UpdateProfileInput } from '#contract/account.ts'
import type { Viewer } from '#server/http/index.ts'
import type { IdentityTools } from '#server/identity/identity.ts'
import { changePassword } from '#server/identity/passwords/change-password.ts'
import { dropOldNonces } from '#server/identity/google/nonces.ts'
import { askForReset, resetPassword } from '#server/identity/passwords/reset-password.ts'
import { dropDeadSessions, endMySession, endSessionsOf, listSessions } from '#server/identity/session.ts'
import { askForEmailChange, cancelEmailChange, confirmEmailChange } from './change-email.ts'
import { deleteAccount, exportAccount } from './leave.ts'
import { dropOldLinks } from './links.ts'
import { readAccount, updateProfile } from './profile.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

export type AccountModule = ReturnType<typeof createAccount>

/** What people do about their own account. */
export function createAccount(deps: IdentityTools) {
  const { database, clock, audit, securityLog } = deps
  return {
    askForReset: (email: string, client: string) => askForReset(deps, email, client),
    resetPassword: (input: { token: string; password: string }, client: string) => resetPassword(deps, input, client),
    askForEmailChange: (me: Viewer, input: { email: string; password: string }) => askForEmailChange(deps, me, input),
    cancelEmailChange: (me: Viewer) => cancelEmailChange(deps, me),
    confirmEmailChange: (token: string) => confirmEmailChange(deps, token),
    verifyEmail: (token: string) => verifyEmail(deps, token),
    resendVerification: (me: Viewer) => resendVerification(deps, me),
    changePassword: (me: Viewer, input: { currentPassword: string; newPassword: string }) => changePassword(deps, me, input),

    read: (me: Viewer) => readAccount(deps, me.id),
    update: (me: Viewer, input: UpdateProfileInput) => updateProfile(deps, me, input),

    listSessions: (me: Viewer) => listSessions(deps, me),
    async endSession(me: Viewer, sessionId: string): Promise<boolean> {
      const hasEnded = await endMySession(database, me, sessionId)
      if (hasEnded) securityLog.note('session-ended', { userId: me.id, count: 1 })
      return hasEnded
    },
    async endOtherSessions(me: Viewer, client: string): Promise<number> {
      const others = (await listSessions(deps, me)).length - 1
      await database.transaction(async (tx) => {
        await endSessionsOf(tx, me.id, { except: me.sessionId })
        await audit.record(tx, { actorId: me.id, action: 'user.sessions-ended', subjectKind: 'user', subjectId: me.id, details: { sessions: others, client } })
      })
      securityLog.note('session-ended', { userId: me.id, count: others, client })
      return others
    },

    export: (me: Viewer) => exportAccount(deps, me),
    delete: (me: Viewer, proof: { email: string; password: string }) => deleteAccount(deps, me, proof),

    /** Drops sessions and links that are over. */
    async dropOld(): Promise<void> {
      await dropDeadSessions(database, clock)
      await dropOldLinks(database.query, clock.now())
      await dropOldNonces(database.query, clock.now())
    },
  }
}
