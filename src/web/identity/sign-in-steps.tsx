import { useState } from 'react'
import type { Session } from '#contract/identity.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useApi } from './api.ts'
import { GoogleSignIn } from './google-sign-in.tsx'
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx'
import { useCanUsePasskeys } from './two-step/can-use-passkeys.ts'
import { loadTwoStep, useSecondStep } from './use-second-step.tsx'

type Props = Omit<SignInFormProps, 'onAnswer'> & { onSignedIn: (session: Session) => void; onGoogleFailed: () => void }

/** All ways to sign in, and the second step of accounts that have one. */
export function SignInSteps({ onSignedIn, onGoogleFailed, ...form }: Props) {
  const { open } = useApi()
  const secondStep = useSecondStep(onSignedIn)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const canUsePasskeys = useCanUsePasskeys()

  async function signInWithPasskey() {
    setBusy(true)
    setFailure(null)
    const passkey = await loadTwoStep()
    try {
      await secondStep.proceed(await passkey.signInWithPasskey(open))
    } catch (error) {
      setFailure(passkey.describeFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {/* Stays mounted, so that what was typed is still there after going back. */}
      <div hidden={secondStep.form !== null}>
        {secondStep.failure && <FormError>{secondStep.failure}</FormError>}
        <GoogleSignIn onAnswer={secondStep.proceed} onFailed={onGoogleFailed} />
        <SignInForm {...form} onAnswer={secondStep.proceed} />
        <div hidden={!canUsePasskeys} className="mt-4 grid gap-3">
          <Button type="button" variant="outline" block busy={busy} onClick={() => void signInWithPasskey()}>
            Masuk dengan passkey
          </Button>
          {failure && <FormError>{failure}</FormError>}
        </div>
      </div>
      {secondStep.form}
    </>
  )
}
