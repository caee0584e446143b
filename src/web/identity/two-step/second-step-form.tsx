import { useState } from 'react'
import { failureCode, fieldErrors, retryAfterSeconds } from '#contract/client.ts'
import type { PendingSignIn, Session } from '#contract/identity/identity.ts'
import { codeInput, recoveryCodeInput } from '#contract/identity/two-step.ts'
import { useApi } from '#web/identity/api.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError, TextField } from '#web/kit/ui/field.tsx'
import { useCountdown, WaitNotice } from '#web/kit/ui/feedback/wait-notice.tsx'
import { CodeField } from './code-field.tsx'
import { focusFirstField } from './focus-first-field.ts'
import { passkeyFailure, signWithPasskey } from './passkey.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { securityApi } from './security-api.ts'
import { useProofForm, type ProofAttempt } from './use-proof-form.ts'

type Proof = Omit<Parameters<ReturnType<typeof securityApi>['signInWithSecondStep']>[0], 'ticket'>
type Props = {
  pending: PendingSignIn
  onSignedIn: (session: Session) => Promise<void>
  /** Returns to the first step, with the reason when it has to be repeated. */
  onBack: (reason: string | null) => void
}

/** The second step of a sign-in: a code, a recovery code or a passkey. */
export function SecondStepForm({ pending: { ticket, methods }, onSignedIn, onBack }: Props) {
  const { anonymous } = useApi()
  const [isRecovering, setRecovering] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const wait = useCountdown()

  async function complete(proof: Proof) {
    const { data } = await securityApi(anonymous).signInWithSecondStep({ ticket, ...proof })
    await onSignedIn(data)
  }

  function showFailure(error: unknown) {
    const seconds = retryAfterSeconds(error)
    if (seconds !== null) wait.start(seconds)
    else if (failureCode(error) === 'TICKET_EXPIRED')
      onBack(failureText(error, identityText.signInFailed, identityText.connectionFailed))
    else
      setFailure(
        passkeyFailure(error) ??
          fieldErrors(error)['response'] ??
          failureText(error, identityText.signInFailed, identityText.connectionFailed),
      )
  }

  async function proveByPasskey() {
    setFailure(null)
    try {
      await complete({ response: await signWithPasskey(anonymous) })
    } catch (error) {
      showFailure(error)
    }
  }

  const attempt = {
    prove: complete,
    showFailure,
    clearFailure: () => setFailure(null),
    isWaiting: wait.secondsLeft > 0,
  }
  return (
    <section aria-label="Verifikasi dua langkah" className="grid gap-4">
      <div>
        <h2 className="text-lg font-bold">Verifikasi dua langkah</h2>
        <p className="mt-1 text-ink-2">
          {isRecovering
            ? 'Masukkan satu kode pemulihan yang kamu simpan. Setiap kode hanya berlaku sekali.'
            : 'Buka aplikasi autentikatormu, lalu masukkan kodenya.'}
        </p>
      </div>
      {failure && <FormError>{failure}</FormError>}
      <WaitNotice secondsLeft={wait.secondsLeft} />
      {isRecovering ? <RecoveryForm {...attempt} /> : <CodeForm {...attempt} />}
      {methods.includes('passkey') && <PasskeyButton label="Pakai passkey" onUse={proveByPasskey} />}
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2">
        {methods.includes('recovery-code') && (
          <Button
            type="button"
            variant="ghost"
            onClick={() => {
              setFailure(null)
              setRecovering(!isRecovering)
            }}
          >
            {isRecovering ? 'Pakai kode dari aplikasi' : 'Pakai kode pemulihan'}
          </Button>
        )}
        <Button type="button" variant="ghost" onClick={() => onBack(null)}>
          Kembali
        </Button>
      </div>
      {!methods.includes('recovery-code') && (
        <p className="text-sm text-ink-3">
          Kehilangan aplikasinya? Hubungi kami, dan admin membantu memulihkan akunmu.
        </p>
      )}
    </section>
  )
}

function CodeForm(attempt: ProofAttempt<Proof>) {
  const form = useProofForm(codeInput, { code: '' }, attempt)
  return (
    <form ref={focusFirstField} onSubmit={form.submit} noValidate className="grid gap-4">
      <CodeField {...form.field('code')} />
      <Button type="submit" block busy={form.isSubmitting} disabled={attempt.isWaiting}>
        Verifikasi
      </Button>
    </form>
  )
}

function RecoveryForm(attempt: ProofAttempt<Proof>) {
  const form = useProofForm(recoveryCodeInput, { recoveryCode: '' }, attempt)
  return (
    <form ref={focusFirstField} onSubmit={form.submit} noValidate className="grid gap-4">
      <TextField
        label="Kode pemulihan"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Contoh: k7mh-2pqx-vw3d"
        {...form.field('recoveryCode')}
      />
      <Button type="submit" block busy={form.isSubmitting} disabled={attempt.isWaiting}>
        Verifikasi
      </Button>
    </form>
  )
}
