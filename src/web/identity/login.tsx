import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Session } from '#contract/identity.ts'

const LoginDialog = lazy(() => import('./login-dialog.tsx').then((module) => ({ default: module.LoginDialog })))

type Request = { reason?: string | undefined; answer: (session: Session | null) => void }

let current: Request | null = null
const listeners = new Set<() => void>()

function show(request: Request | null) {
  current = request
  for (const listener of listeners) listener()
}

/** Opens the sign-in dialog over the page. Resolves to the session, or to null when the dialog is closed. */
export function requestLogin(options: { reason?: string } = {}): Promise<Session | null> {
  current?.answer(null)
  return new Promise((resolve) => {
    show({
      ...options,
      answer(session) {
        show(null)
        resolve(session)
      },
    })
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Rendered once in the layout. The code of the dialog is loaded on first use. */
export function LoginHost() {
  const request = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
  if (!request) return null
  return (
    <Suspense fallback={null}>
      <LoginDialog reason={request.reason} onClose={() => request.answer(null)} onSignedIn={request.answer} />
    </Suspense>
  )
}
