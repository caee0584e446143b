import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { forgetOnDevice, noteLeft } from './forget-on-device.ts'
import { forgetGoogleChoice } from './google-script.ts'
import { useApi } from './api.ts'

const steps = new Set<() => Promise<boolean>>()

/** Something to be done, or asked, before somebody leaves; false keeps the session. Gives back what takes it away again. */
export function addSignOutStep(step: () => Promise<boolean>): () => void {
  steps.add(step)
  return () => void steps.delete(step)
}

/** Ends the session here and on the server, then leaves for home (or for `to`). */
export function useSignOut(to: string = paths.home()): () => Promise<void> {
  const { withToken, sessions } = useApi()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async () => {
    for (const step of steps) if (!(await step())) return
    const session = await sessions.read(pathname)
    if (!session) return navigate(to)
    // Forgotten here first, so that nothing on the page still calls in a name that the server no longer knows; and forgotten
    // here even when the server cannot be told.
    noteLeft(session.user._id)
    await sessions.remove(session.token)
    const told = withToken(session.token)
      .identity.signOut()
      .catch(() => {})
    forgetOnDevice(session.user._id)
    forgetGoogleChoice()
    await Promise.all([navigate(to), told])
  }
}
