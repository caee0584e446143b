import { useEffect } from 'react'
import { redirect, useNavigate, useSearchParams } from 'react-router'
import { safeNext } from '#contract/kit/paths.ts'
import { useRemoteAddition } from '#web/kit/ui/behaviour/use-remote.ts'
import { useApi, type Api } from '#web/identity/api.ts'
import { homeOf } from '#web/identity/guards.ts'

const nextIn = (search: URLSearchParams): string | undefined => safeNext(search.get('next')) ?? undefined

/** The page that a sign-in would have led to; null for somebody who is not signed in. */
async function targetOfSignedIn({ sessions }: Api, next: string | undefined): Promise<string | null> {
  // Its own session decides, or the two pages would lead to each other.
  if (next && (await sessions.read(next))) return next
  const session = await sessions.read('/')
  return session && homeOf(session)
}

/** Redirects signed-in users away from the sign-in and sign-up pages. */
export async function redirectSignedIn(api: Api, request: Request): Promise<void> {
  const target = await targetOfSignedIn(api, nextIn(new URL(request.url).searchParams))
  if (target) throw redirect(target)
}

/** Redirects signed-in users in the browser, because the server renders the same page for every visitor. Returns the page that follows a sign-in, if the address names one. */
export function useRedirectSignedIn(): string | undefined {
  const api = useApi()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = nextIn(search)
  // The session as it was on arrival: a sign-in on this page navigates by itself.
  const target = useRemoteAddition('session', () => targetOfSignedIn(api, next))
  useEffect(() => {
    if (target) void navigate(target, { replace: true })
  }, [target, navigate])
  return next
}
