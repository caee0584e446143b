import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useApi } from './api.ts'
import { homeOf } from './guards.ts'

/** A page that was rendered for everyone finds out only here that its visitor is signed in already. */
export function useRedirectSignedIn(): void {
  const { sessions } = useApi()
  const navigate = useNavigate()
  useEffect(() => {
    let left = false
    void sessions.read('/').then((session) => {
      if (session && !left) void navigate(homeOf(session), { replace: true })
    })
    return () => {
      left = true
    }
    // Once, on arrival: signing in on this page has its own way on.
  }, [])
}
