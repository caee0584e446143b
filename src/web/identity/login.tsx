import { lazy, Suspense } from 'react'
import { useLoginRequest } from './login-requests.ts'

const LoginDialog = lazy(() => import('./login-dialog.tsx').then((module) => ({ default: module.LoginDialog })))
const StepUpDialog = lazy(() => import('./two-step/on-demand.ts').then((module) => ({ default: module.StepUpDialog })))

/** Rendered once in the layout. The code of the dialogs is loaded on first use. */
export function LoginHost() {
  const request = useLoginRequest()
  if (!request) return null
  const { needsProof, reason, answer } = request
  return (
    <Suspense fallback={null}>
      {needsProof ? <StepUpDialog onAnswer={answer} /> : <LoginDialog reason={reason} onClose={() => answer(null)} onSignedIn={answer} />}
    </Suspense>
  )
}
