import { useEffect, useRef, useState } from 'react'
import { failureCode, fieldErrors, retryAfterSeconds, serverMessage } from '#contract/client.ts'
import type { SignInResponse } from '#contract/identity/identity.ts'
import { Button, buttonClass } from '#web/kit/ui/button.tsx'
import { FormError, PasswordField } from '#web/kit/ui/field.tsx'
import { showLoading } from '#web/kit/ui/feedback/loading-overlay.tsx'
import { useSiteName } from '#web/kit/ui/page-head.tsx'
import { useCountdown, WaitNotice } from '#web/kit/ui/feedback/wait-notice.tsx'
import { useApi } from './api.ts'
import { GoogleButton } from './google-button.tsx'
import { loadGoogleScript } from './google-script.ts'

export type GoogleSignInProps = {
  onAnswer: (answer: SignInResponse) => Promise<void>
  /** Called on every failure; the dialog and the page show their own messages. */
  onFailed: () => void
}

type Props = GoogleSignInProps & { clientId: string; scriptUrl: string }

type Step = { name: 'idle' | 'loading' | 'ready' } | { name: 'linking'; idToken: string }

/** Mounted by the first tap, which offers the accounts. Google's own button replaces the tapped one, for whoever closes that offer. */
export function GooglePanel({ clientId, scriptUrl, onAnswer, onFailed }: Props) {
  const { anonymous } = useApi()
  const googleButton = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState<Step>({ name: 'loading' })
  const [linkError, setLinkError] = useState<string | null>(null)
  const [rejection, setRejection] = useState<string | null>(null)
  const wait = useCountdown()
  const isReady = step.name === 'ready'
  useEffect(() => {
    // The focused button was replaced by Google's button.
    if (isReady) googleButton.current?.querySelector('button')?.focus()
  }, [isReady])
  const isStarted = useRef(false)
  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    void prepare()
  })

  async function send(idToken: string, password?: string) {
    const endLoading = showLoading()
    setLinkError(null)
    setRejection(null)
    try {
      const { data } = await anonymous.identity.googleSignIn({
        idToken,
        ...(password === undefined ? {} : { password }),
      })
      setStep({ name: 'idle' })
      await onAnswer(data)
    } catch (error) {
      const seconds = retryAfterSeconds(error)
      const wrong = fieldErrors(error)['password']
      if (seconds !== null) wait.start(seconds)
      else if (failureCode(error) === 'LINK_NEEDS_PASSWORD') setStep({ name: 'linking', idToken })
      else if (wrong) setLinkError(wrong)
      else {
        setStep({ name: 'idle' })
        if (failureCode(error) === 'GOOGLE_EMAIL_UNVERIFIED') setRejection(serverMessage(error))
        else onFailed()
      }
    } finally {
      endLoading()
    }
  }

  async function prepare() {
    setStep({ name: 'loading' })
    const [script, nonceResponse] = await Promise.all([
      loadGoogleScript(scriptUrl),
      anonymous.identity.googleNonce().catch(() => null),
    ])
    if (!script || !nonceResponse || !googleButton.current) {
      setStep({ name: 'idle' })
      return onFailed()
    }
    script.initialize({
      client_id: clientId,
      nonce: nonceResponse.data.nonce,
      callback: ({ credential }) => void send(credential),
      auto_select: false,
      cancel_on_tap_outside: true,
      use_fedcm_for_prompt: true,
    })
    script.renderButton(googleButton.current, {
      type: 'standard',
      theme: 'outline',
      size: 'large',
      text: 'signin_with',
      locale: 'id',
      width: Math.min(400, googleButton.current.parentElement?.clientWidth ?? 320),
      sandboxClass: buttonClass({ variant: 'outline', block: true }),
    })
    setStep({ name: 'ready' })
    script.prompt()
  }

  return (
    <>
      <WaitNotice secondsLeft={wait.secondsLeft} />
      {rejection && <FormError>{rejection}</FormError>}
      {(step.name === 'idle' || step.name === 'loading') && (
        <GoogleButton busy={step.name === 'loading'} disabled={wait.secondsLeft > 0} onClick={() => void prepare()} />
      )}
      <div ref={googleButton} hidden={step.name !== 'ready'} className="grid justify-items-stretch" />
      {step.name === 'linking' && (
        <LinkAccountForm
          error={linkError}
          onCancel={() => setStep({ name: 'idle' })}
          onPassword={(password) => send(step.idToken, password)}
        />
      )}
    </>
  )
}

type LinkAccountProps = { error: string | null; onCancel: () => void; onPassword: (password: string) => Promise<void> }

/** The address already has an account. Its password, entered once, links that account to Google. */
function LinkAccountForm({ error, onCancel, onPassword }: LinkAccountProps) {
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const siteName = useSiteName()
  return (
    <form
      noValidate
      className="grid gap-3 rounded-card border border-line p-4"
      onSubmit={(event) => {
        event.preventDefault()
        setBusy(true)
        void onPassword(password).finally(() => setBusy(false))
      }}
    >
      <FormError>Alamat ini sudah punya akun. Masukkan password akun itu sekali untuk menghubungkannya.</FormError>
      <PasswordField
        label={`Password akun ${siteName}`}
        autoComplete="current-password"
        required
        error={error}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Hubungkan
        </Button>
        <Button type="button" variant="outline" onClick={onCancel}>
          Batal
        </Button>
      </div>
    </form>
  )
}
