import { useEffect, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { failureCode, fieldErrors, retryAfterSeconds, serverMessage } from '#contract/client.ts'
import type { Session } from '#contract/identity.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormError, PasswordField } from '#web/ui/field.tsx'
import { showLoading } from '#web/ui/loading-overlay.tsx'
import { useSiteName } from '#web/ui/page-head.tsx'
import { useCountdown, WaitNotice } from '#web/ui/wait-notice.tsx'
import { useApi } from './api.ts'
import { TermsNote } from './terms-note.tsx'
import { loadGoogleScript } from './google-script.ts'

type SiteData = { site: { google: { clientId: string | null; scriptUrl: string | null } } }

type Props = {
  /** The page shows the terms elsewhere. */
  hasTerms?: boolean
  onSignedIn: (session: Session) => void
  /** Called on every failure; the dialog and the page show their own messages. */
  onFailed: () => void
}

type Step = { name: 'idle' | 'loading' | 'ready' } | { name: 'linking'; idToken: string }

/**
 * Loads nothing from Google before the first tap. Then Google's own button replaces this one, because only that button may open
 * the sign-in window.
 */
export function GoogleSignIn({ hasTerms = false, onSignedIn, onFailed }: Props) {
  const google = useRouteLoaderData<SiteData>('site')?.site.google
  const { open, sessions } = useApi()
  const googleButton = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const [linkError, setLinkError] = useState<string | null>(null)
  const [rejection, setRejection] = useState<string | null>(null)
  const wait = useCountdown()
  const isReady = step.name === 'ready'
  useEffect(() => {
    // The focused button was replaced by Google's button.
    if (isReady) googleButton.current?.querySelector('button')?.focus()
  }, [isReady])
  if (!google?.clientId || !google.scriptUrl) return null
  const { clientId, scriptUrl } = google

  async function send(idToken: string, password?: string) {
    const endLoading = showLoading()
    setLinkError(null)
    setRejection(null)
    try {
      const { data } = await open.identity.googleSignIn({ idToken, ...(password === undefined ? {} : { password }) })
      await sessions.save(data)
      onSignedIn(data)
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
    const [script, nonceResponse] = await Promise.all([loadGoogleScript(scriptUrl), open.identity.googleNonce().catch(() => null)])
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
  }

  return (
    <div className="mb-4 grid gap-4">
      <WaitNotice secondsLeft={wait.secondsLeft} />
      {rejection && <FormError>{rejection}</FormError>}
      {(step.name === 'idle' || step.name === 'loading') && (
        <Button type="button" variant="outline" block busy={step.name === 'loading'} disabled={wait.secondsLeft > 0} onClick={() => void prepare()}>
          <GoogleMark />
          Sign in with Google
        </Button>
      )}
      <div ref={googleButton} hidden={step.name !== 'ready'} className="grid justify-items-stretch" />
      {step.name === 'linking' && (
        <LinkAccountForm error={linkError} onCancel={() => setStep({ name: 'idle' })} onPassword={(password) => send(step.idToken, password)} />
      )}
      {!hasTerms && <TermsNote act="membuat akun lewat Google" />}
      <p className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">atau</p>
    </div>
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

function GoogleMark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5">
      <path fill="#4285f4" d="M23.5 12.3c0-.9-.1-1.5-.3-2.2H12v4h6.6a5.7 5.7 0 0 1-2.4 3.7v3h3.9c2.2-2.1 3.4-5.1 3.4-8.5Z" />
      <path fill="#34a853" d="M12 24c3.2 0 6-1.1 8-2.9l-3.9-3c-1 .7-2.4 1.2-4.1 1.2a7.2 7.2 0 0 1-6.8-5H1.2v3.1A12 12 0 0 0 12 24Z" />
      <path fill="#fbbc05" d="M5.2 14.3a7.4 7.4 0 0 1 0-4.6V6.6h-4a12 12 0 0 0 0 10.8l4-3.1Z" />
      <path fill="#ea4335" d="M12 4.7c1.8 0 3.4.6 4.6 1.8l3.5-3.4A12 12 0 0 0 1.2 6.6l4 3.1a7.2 7.2 0 0 1 6.8-5Z" />
    </svg>
  )
}
