import type { UpdateProfileInput } from '#contract/account.ts'
import type { Viewer } from '#server/http/index.ts'
import type { IdentityDeps } from '#server/identity/identity.ts'
import { changePassword } from '#server/identity/passwords/change-password.ts'
import { dropOldNonces } from '#server/identity/google/nonces.ts'
import { askForReset, resetPassword } from '#server/identity/passwords/reset-password.ts'
import { dropDeadSessions, endMySession, endSessionsOf, listSessions } from '#server/identity/session.ts'
import { deleteAccount, exportAccount } from './leave.ts'
import { dropOldLinks } from './links.ts'
import { readAccount, updateProfile } from './profile.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

export type AccountModule = ReturnType<typeof createAccount>

/** What people do about their own account. */
export function createAccount(deps: IdentityDeps) {
  const { database, clock } = deps
  return {
    askForReset: (email: string, client: string) => askForReset(deps, email, client),
    resetPassword: (input: { token: string; password: string }) => resetPassword(deps, input),
    verifyEmail: (token: string) => verifyEmail(deps, token),
    resendVerification: (me: Viewer) => resendVerification(deps, me),
    changePassword: (me: Viewer, input: { currentPassword: string; newPassword: string }) => changePassword(deps, me, input),

    read: (me: Viewer) => readAccount(deps, me.id),
    update: (me: Viewer, input: UpdateProfileInput) => updateProfile(deps, me, input),

    listSessions: (me: Viewer) => listSessions(deps, me),
    endSession: (me: Viewer, sessionId: string) => endMySession(database, me, sessionId),
    async endOtherSessions(me: Viewer): Promise<number> {
      const others = (await listSessions(deps, me)).length - 1
      await database.transaction((tx) => endSessionsOf(tx, me.id, { except: me.sessionId }))
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
