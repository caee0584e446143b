import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { PendingSignIn, Session, SignInResponse } from '#contract/identity/identity.ts'
import { useApi } from '#web/identity/api.ts'

/** Loaded on demand. */
export const loadTwoStep = () => import('#web/identity/two-step/on-demand.ts')
const SecondStepForm = lazy(() => loadTwoStep().then((module) => ({ default: module.SecondStepForm })))

type SecondStep = {
  /** To be called with the response of a first step. Stores the session, or shows the form of the second step. */
  proceed: (response: SignInResponse) => Promise<void>
  /** The form of the second step, in place of the first; null without one. */
  form: ReactNode
  /** Why the sign-in has to start again. */
  failure: string | null
  setFailure: (message: string | null) => void
}

/** Completes every sign-in, whichever its first step. */
export function useSecondStep(onSignedIn: (session: Session) => void): SecondStep {
  const { sessions } = useApi()
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  async function proceed(response: SignInResponse) {
    setFailure(null)
    if ('twoStep' in response) return setPending(response.twoStep)
    await sessions.save(response)
    if (sessions.isEphemeral())
      void loadTwoStep().then(
        ({ tellEphemeral }) => tellEphemeral(),
        () => {},
      )
    onSignedIn(response)
  }

  function goBack(reason: string | null) {
    setPending(null)
    setFailure(reason)
  }

  const form = pending && (
    <Suspense>
      <SecondStepForm pending={pending} onSignedIn={proceed} onBack={goBack} />
    </Suspense>
  )
  return { proceed, form, failure, setFailure }
}
