import { useLocation, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { forgetGoogleChoice } from './google-script.ts'
import { useApi } from './api.ts'

/** Ends the session here and on the server, then leaves for home (or for `to`). */
export function useSignOut(to: string = paths.home()): () => Promise<void> {
  const { mine, sessions } = useApi()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return async () => {
    const session = await sessions.read(pathname)
    if (session) {
      // This browser forgets the session even when the server cannot be told.
      await mine.identity.signOut().catch(() => {})
      await sessions.remove(session.token)
      forgetGoogleChoice()
    }
    await navigate(to)
  }
}
