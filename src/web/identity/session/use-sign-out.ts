import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { clearDevice, recordSignOut } from './clear-device.ts'
import { disableGoogleAutoSelect } from '#web/identity/google-script.ts'
import { useApi } from '#web/identity/api.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'

type SignOutStep = {
  /** Sentences about what would be lost: all steps ask one question, so that nothing is cleared before it is answered. */
  losses?: (userId: string) => string | Promise<string>
  /** Must not fail: the rest would stay. */
  clear: (userId: string) => unknown
}
const steps = new Set<SignOutStep>()

/** Registers what the sign-out of a user asks about and clears; another one may stay signed in. Returns a function that removes the step. */
export function addSignOutStep(step: SignOutStep): () => void {
  steps.add(step)
  return () => void steps.delete(step)
}

/** Before the session ends, because that removes steps. */
export const clearSteps = (userId: string) => Promise.all([...steps].map((step) => step.clear(userId)))

/** Ends the session in this browser and on the server, then navigates to the home page (or to `to`). */
export function useSignOut(to: string = paths.home()): () => Promise<void> {
  const { withToken, sessions } = useApi()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async () => {
    const session = await sessions.read(pathname)
    if (!session) return navigate(to)
    const userId = session.user._id
    const text = (await Promise.all([...steps].map((step) => step.losses?.(userId)))).join(' ').trim()
    if (text && !(await askConfirm({ title: 'Keluar dari akun?', text, confirmLabel: 'Keluar', danger: true }))) return
    await clearSteps(userId)
    // Removed locally first, so that no component still sends the revoked token; and removed even when the server cannot be reached.
    recordSignOut(userId)
    await sessions.remove(session.token)
    const signedOutOnServer = withToken(session.token)
      .identity.signOut()
      .catch(() => {})
    clearDevice(userId)
    disableGoogleAutoSelect()
    await Promise.all([navigate(to), signedOutOnServer])
  }
}
