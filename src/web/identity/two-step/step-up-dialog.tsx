import { useState } from 'react'
import { failureCode, failureStatus, fieldErrors, retryAfterSeconds } from '#contract/client.ts'
import { codeInput, passwordInput, type TwoStepState } from '#contract/identity/two-step.ts'
import { useApi } from '#web/identity/api.ts'
import type { ProofAnswer } from '#web/identity/session/login-requests.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { FormError, PasswordField } from '#web/kit/ui/field.tsx'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { useCountdown, WaitNotice } from '#web/kit/ui/feedback/wait-notice.tsx'
import { CodeField } from './code-field.tsx'
import { focusFirstField } from './focus-first-field.ts'
import { passkeyFailure, signWithPasskey } from './passkey.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { securityApi } from './security-api.ts'
import { useProofForm, type ProofAttempt } from './use-proof-form.ts'

type Proof = Parameters<ReturnType<typeof securityApi>['stepUp']>[0]
type Methods = Pick<TwoStepState, 'totp' | 'passkeys'> & { hasPassword: boolean; email: string }

/** A new sign-in is a proof, too. */
const signInAgain = { reason: 'Masuk lagi, supaya kami yakin ini kamu. Pekerjaanmu masih ada.' }

/** Proves again who is using the session, before an action that a stolen session must not be able to do. */
export function StepUpDialog({ onAnswer }: { onAnswer: (answer: ProofAnswer) => void }) {
  const { authenticated, anonymous } = useApi()
  const methods = useRemote('step-up', readMethods)
  const [failure, setFailure] = useState<string | null>(null)
  const wait = useCountdown()

  async function readMethods(signal: AbortSignal): Promise<Methods> {
    const [{ data: account }, { data: state }] = await Promise.all([
      authenticated.account.me(undefined, { signal }),
      securityApi(authenticated).showTwoStep(undefined, { signal }),
    ])
    return { totp: state.totp, passkeys: state.passkeys, hasPassword: account.hasPassword, email: account.email }
  }

  async function prove(proof: Proof) {
    await securityApi(authenticated).stepUp(proof)
    onAnswer('proven')
  }

  function showFailure(error: unknown) {
    const seconds = retryAfterSeconds(error)
    if (seconds !== null) wait.start(seconds)
    else if (failureStatus(error) === 401 || failureCode(error) === 'SIGN_IN_AGAIN') onAnswer(signInAgain)
    else
      setFailure(
        passkeyFailure(error) ??
          fieldErrors(error)['response'] ??
          failureText(error, 'Belum berhasil. Coba lagi.', identityText.connectionFailed),
      )
  }

  async function proveByPasskey() {
    setFailure(null)
    try {
      await prove({ response: await signWithPasskey(anonymous) })
    } catch (error) {
      showFailure(error)
    }
  }

  const attempt = { prove, showFailure, clearFailure: () => setFailure(null), isWaiting: wait.secondsLeft > 0 }
  return (
    <Dialog open title="Pastikan ini kamu" onClose={() => onAnswer(null)}>
      <div className="grid gap-4">
        <p className="text-ink-2">
          Tindakan ini penting, jadi kami perlu memastikan kamu yang melakukannya. Berlaku 10 menit.
        </p>
        {failure && <FormError>{failure}</FormError>}
        <WaitNotice secondsLeft={wait.secondsLeft} />
        {methods.status === 'loading' && (
          <p role="status" className="flex items-center gap-3 text-ink-2">
            <Spinner /> Memuat…
          </p>
        )}
        {methods.status === 'failed' && (
          <>
            <FormError>
              {failureText(methods.error, 'Belum berhasil dimuat. Coba lagi.', identityText.connectionFailed)}
            </FormError>
            <Button type="button" variant="outline" onClick={methods.reload}>
              Coba lagi
            </Button>
          </>
        )}
        {methods.status === 'loaded' && (
          <>
            {methods.data.totp ? (
              <CodeProof {...attempt} />
            ) : methods.data.hasPassword ? (
              <PasswordProof email={methods.data.email} {...attempt} />
            ) : (
              <NoPassword />
            )}
            {methods.data.passkeys.length > 0 && <PasskeyButton label="Pakai passkey" onUse={proveByPasskey} />}
            <Button type="button" variant="ghost" onClick={() => onAnswer(signInAgain)}>
              {methods.data.totp || methods.data.hasPassword ? 'Cara lain: masuk lagi' : 'Masuk lagi'}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

const NoPassword = () => (
  <p>Akunmu belum punya password, jadi masuk lagi di sini, dengan cara yang sama seperti biasa.</p>
)

function CodeProof(attempt: ProofAttempt<Proof>) {
  const form = useProofForm(codeInput, { code: '' }, attempt)
  return (
    <form ref={focusFirstField} onSubmit={form.submit} noValidate className="grid gap-4">
      <CodeField {...form.field('code')} />
      <Button type="submit" block busy={form.isSubmitting} disabled={attempt.isWaiting}>
        Lanjut
      </Button>
    </form>
  )
}

function PasswordProof({ email, ...attempt }: ProofAttempt<Proof> & { email: string }) {
  const form = useProofForm(passwordInput, { password: '' }, attempt)
  return (
    <form ref={focusFirstField} onSubmit={form.submit} noValidate className="grid gap-4">
      {/* For password managers. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Password akunmu" required autoComplete="current-password" {...form.field('password')} />
      <Button type="submit" block busy={form.isSubmitting} disabled={attempt.isWaiting}>
        Lanjut
      </Button>
    </form>
  )
}
