import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from './api.ts'
import { homeOf } from './guards.ts'

/** Redirects signed-in users in the browser, because the server renders the same page for every visitor. */
export function useRedirectSignedIn(): void {
  const { sessions } = useApi()
  const navigate = useNavigate()
  useEffect(() => {
    let isCancelled = false
    void sessions.read('/').then((session) => {
      if (session && !isCancelled) void navigate(homeOf(session), { replace: true })
    })
    return () => {
      isCancelled = true
    }
    // Only on mount: a sign-in on this page navigates by itself.
  }, [])
}
