import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { PendingSignIn, Session, SignInAnswer } from '#contract/identity.ts'
import { useApi } from './api.ts'

/** Loaded on demand. */
export const loadTwoStep = () => import('./two-step/on-demand.ts')
const SecondStepForm = lazy(() => loadTwoStep().then((module) => ({ default: module.SecondStepForm })))

type SecondStep = {
  /** To be called with the answer of a first step. Stores the session, or shows the form of the second step. */
  proceed: (answer: SignInAnswer) => Promise<void>
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

  async function proceed(answer: SignInAnswer) {
    setFailure(null)
    if ('twoStep' in answer) return setPending(answer.twoStep)
    await sessions.save(answer)
    onSignedIn(answer)
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
