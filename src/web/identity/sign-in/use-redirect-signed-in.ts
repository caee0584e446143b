import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { useApi } from '#web/identity/api.ts'
import { targetOfSignedIn } from '#web/identity/guards.ts'

/** Redirects signed-in users in the browser, because the server renders the same page for every visitor. */
export function useRedirectSignedIn(): void {
  const api = useApi()
  const navigate = useNavigate()
  // The session as it was on arrival: a sign-in on this page navigates by itself.
  const { data: target } = useRemote('session', () => targetOfSignedIn(api, location.search))
  useEffect(() => {
    if (target) void navigate(target, { replace: true })
  }, [target, navigate])
}
