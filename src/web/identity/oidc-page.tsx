import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { failureCode, fieldErrors, serverMessage } from '#contract/client.ts'
import type { Session } from '#contract/identity/identity.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from './api.ts'
import { homeOf } from './guards.ts'
import { AuthFrame } from '#web/identity/sign-in/auth-frame.tsx'
import { useSecondStep } from '#web/identity/sign-in/use-second-step.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import { FormError, PasswordField } from '#web/kit/ui/field.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { nextAfterOidc } from './next-after-oidc.ts'

/** Where the provider of the organisation sends the browser back to. */
export function OidcPage() {
  const { anonymous } = useApi()
  const { search } = useLocation()
  const navigate = useNavigate()
  const hasSent = useRef(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [passwordError, setPasswordError] = useState<string | undefined>(undefined)
  const [needsPassword, setNeedsPassword] = useState(false)
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(true)
  const goOn = (session: Session) => void navigate(nextAfterOidc.take() ?? homeOf(session), { replace: true })
  const { proceed, form: secondStep, failure: secondFailure } = useSecondStep(goOn)

  async function finish(input: { query?: string; password?: string }) {
    setBusy(true)
    setFailure(null)
    setPasswordError(undefined)
    try {
      await proceed((await anonymous.identity.finishOidc(input)).data)
    } catch (error) {
      const wrong = fieldErrors(error).password
      if (wrong) setPasswordError(wrong)
      else if (failureCode(error) === 'LINK_NEEDS_PASSWORD') setNeedsPassword(true)
      if (!wrong && (failureCode(error) !== 'LINK_NEEDS_PASSWORD' || input.password !== undefined))
        setFailure(serverMessage(error) ?? 'Belum berhasil. Coba lagi sebentar lagi.')
    } finally {
      setBusy(false)
    }
  }

  // Once, because a code works once.
  const send = useEffectEvent(() => {
    if (hasSent.current) return
    hasSent.current = true
    void finish({ query: search.slice(1) })
  })
  useEffect(() => send(), [])

  return (
    <>
      <PageHead title="Masuk" noIndex />
      <AuthFrame title="Masuk" lead="Sebentar, kami cocokkan akunmu.">
        {secondStep}
        {secondFailure && <FormError>{secondFailure}</FormError>}
        {!secondStep && (
          <div className="grid gap-4">
            {isBusy && !needsPassword && <Spinner />}
            {failure && <FormError>{failure}</FormError>}
            {needsPassword && (
              <form
                noValidate
                className="grid gap-4"
                onSubmit={(event: FormEvent) => {
                  event.preventDefault()
                  void finish({ password })
                }}
              >
                <p className="text-ink-2">
                  Alamat ini sudah punya akun. Masukkan password akun itu sekali untuk menghubungkannya.
                </p>
                <PasswordField
                  label="Password akun"
                  autoComplete="current-password"
                  required
                  error={passwordError}
                  value={password}
                  onChange={(event) => setPassword(event.currentTarget.value)}
                />
                <Button type="submit" block busy={isBusy}>
                  Hubungkan
                </Button>
              </form>
            )}
            {!isBusy && (failure || needsPassword) && (
              <ButtonLink to={paths.signIn()} variant="outline" block>
                Kembali ke halaman masuk
              </ButtonLink>
            )}
          </div>
        )}
      </AuthFrame>
    </>
  )
}
