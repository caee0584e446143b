import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { clearDevice, recordSignOut } from './clear-device.ts'
import { disableGoogleAutoSelect } from '#web/identity/google/google-script.ts'
import { useApi } from '#web/identity/api.ts'

const steps = new Set<() => Promise<boolean>>()

/** Registers a step that runs before each sign-out; a step that resolves to false cancels the sign-out. Returns a function that removes the step. */
export function addSignOutStep(step: () => Promise<boolean>): () => void {
  steps.add(step)
  return () => void steps.delete(step)
}

/** Ends the session in this browser and on the server, then navigates to the home page (or to `to`). */
export function useSignOut(to: string = paths.home()): () => Promise<void> {
  const { withToken, sessions } = useApi()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async () => {
    for (const step of steps) if (!(await step())) return
    const session = await sessions.read(pathname)
    if (!session) return navigate(to)
    // Removed locally first, so that no component still sends the revoked token; and removed even when the server cannot be reached.
    recordSignOut(session.user._id)
    await sessions.remove(session.token)
    const signedOutOnServer = withToken(session.token)
      .identity.signOut()
      .catch(() => {})
    clearDevice(session.user._id)
    disableGoogleAutoSelect()
    await Promise.all([navigate(to), signedOutOnServer])
  }
}
