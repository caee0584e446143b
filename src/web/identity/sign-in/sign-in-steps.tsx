import { lazy, Suspense, useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Session } from '#contract/identity/identity.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { useApi } from '#web/identity/api.ts'
import { GoogleSignIn } from '#web/identity/google-sign-in.tsx'
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx'
import { useCanUsePasskeys } from '#web/identity/two-step/can-use-passkeys.ts'
import { loadTwoStep, useSecondStep } from './use-second-step.tsx'

// Few sites have one.
const OidcButton = lazy(() => import('#web/identity/oidc-button.tsx'))

type Props = Omit<SignInFormProps, 'onAnswer'> & { onSignedIn: (session: Session) => void; onGoogleFailed: () => void }

/** All ways to sign in, and the second step of accounts that have one. */
export function SignInSteps({ onSignedIn, onGoogleFailed, onFailed, ...form }: Props) {
  const { anonymous } = useApi()
  const oidc = useRouteLoaderData<{ site: { oidc: { label: string } | null } }>('site')?.site.oidc
  const { proceed, form: secondStep, failure, setFailure } = useSecondStep(onSignedIn)
  const [busy, setBusy] = useState(false)
  const canUsePasskeys = useCanUsePasskeys()
  // The server renders no page in parts, so it cannot wait for code that is loaded on demand.
  const [isInBrowser, setInBrowser] = useState(false)
  useEffect(() => setInBrowser(true), [])

  async function signInWithPasskey() {
    setBusy(true)
    setFailure(null)
    try {
      const signedIn = await (await loadTwoStep()).signInWithPasskey(anonymous)
      if (typeof signedIn === 'string') setFailure(signedIn)
      else await proceed(signedIn)
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {/* Stays mounted, so that what was typed is still there after going back. */}
      <div hidden={Boolean(secondStep)}>
        {failure && <FormError>{failure}</FormError>}
        {oidc && isInBrowser && (
          <Suspense fallback={null}>
            <OidcButton label={oidc.label} />
          </Suspense>
        )}
        <GoogleSignIn onAnswer={proceed} onFailed={onGoogleFailed} />
        <SignInForm
          {...form}
          onAnswer={proceed}
          onFailed={() => {
            setFailure(null)
            onFailed?.()
          }}
        />
        {canUsePasskeys && (
          <Button
            type="button"
            variant="outline"
            block
            className="mt-4"
            busy={busy}
            onClick={() => void signInWithPasskey()}
          >
            Masuk dengan passkey
          </Button>
        )}
      </div>
      {secondStep}
    </>
  )
}
