import { useState } from 'react'
import { Link, useNavigate, type LoaderFunction } from 'react-router'
import { failureCode, retryAfterSeconds, serverMessage } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { showAlert } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError, PasswordField, TextField } from '#web/kit/ui/field.tsx'
import { showLoading } from '#web/kit/ui/feedback/loading-overlay.tsx'
import { PageHead, useSiteName } from '#web/kit/ui/page-head.tsx'
import { usePressEnd } from '#web/kit/ui/behaviour/use-press-end.ts'
import { useCountdown, WaitNotice } from '#web/kit/ui/feedback/wait-notice.tsx'
import { useApi, type Api } from './api.ts'
import { AuthFrame } from '#web/identity/sign-in/auth-frame.tsx'
import { probableEmail } from './email-typo.ts'
import { MeantEmail } from './meant-email.tsx'
import { TermsNote } from './terms-note.tsx'
import { GoogleSignIn } from './google-sign-in.tsx'
import { homeOf } from './guards.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { redirectSignedIn, useRedirectSignedIn } from '#web/identity/sign-in/redirect-signed-in.ts'
import type { SignInState } from '#web/identity/sign-in/sign-in-page.tsx'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { keepNewAccount } from './new-account.ts'
import { useForm } from '#web/identity/sign-in/use-form.ts'
import { useSecondStep } from '#web/identity/sign-in/use-second-step.tsx'

const loadSchema = async () => (await import('#contract/identity/identity.ts')).signUpInput

export const createSignUpLoader =
  (api: Api): LoaderFunction =>
  async ({ request }) => {
    await redirectSignedIn(api, request)
    return null
  }

export function SignUpPage() {
  const next = useRedirectSignedIn()
  const siteName = useSiteName()
  const api = useApi()
  const navigate = useNavigate()
  const form = useForm(loadSchema, { name: '', email: '', password: '' })
  const emailField = form.field('email')
  const [failure, setFailure] = useState<string | null>(null)
  /** The address that was probably meant instead of the typed one. */
  const [meant, setMeant] = useState<string | null>(null)
  /** The address that has an account already. */
  const [taken, setTaken] = useState<string | null>(null)
  const pressEnd = usePressEnd()
  const wait = useCountdown()
  const secondStep = useSecondStep((session) => void navigate(next ?? homeOf(session), { replace: true }))

  /** Resolves with what went wrong, after the loading overlay is gone. */
  async function signUp(values: Parameters<typeof api.anonymous.identity.signUp>[0]): Promise<unknown> {
    const endLoading = showLoading()
    try {
      await api.anonymous.identity.signUp(values)
      return null
    } catch (error) {
      return error
    } finally {
      endLoading()
    }
  }

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    setTaken(null)
    const error = await signUp(values)
    if (error) {
      const seconds = failureCode(error) === 'CONTINUE_BY_MAIL' ? null : retryAfterSeconds(error)
      if (seconds !== null) return wait.start(seconds)
      if (failureCode(error) === 'EMAIL_TAKEN') {
        setTaken(values.email)
        await showAlert({ text: serverMessage(error) ?? identityText.signUpFailed })
      }
      if (form.showFieldErrors(error)) return
      const message = failureText(error, identityText.signUpFailed, identityText.connectionFailed)
      setFailure(message)
      void showAlert({ text: message })
      return
    }
    keepNewAccount(values)
    await showAlert({ text: identityText.signedUp })
    const state: SignInState = { email: values.email, justSignedUp: true }
    void navigate(paths.signIn({ next }), { state })
  })

  return (
    <>
      <PageHead
        title="Daftar"
        description={`Buat akun ${siteName} gratis dan mulai belajar bersama mentor praktisi.`}
        canonicalPath={paths.signUp()}
      />
      <AuthFrame title="Daftar" lead="Gratis. Cukup nama, email, dan password.">
        {secondStep.form}
        <div hidden={secondStep.form !== null}>
          <GoogleSignIn hasTerms onAnswer={secondStep.proceed} onFailed={() => setFailure(identityText.googleFailed)} />
        </div>
        <form method="post" onSubmit={submit} noValidate hidden={secondStep.form !== null} className="grid gap-4">
          {secondStep.failure && <FormError>{secondStep.failure}</FormError>}
          {failure && <FormError>{failure}</FormError>}
          <WaitNotice secondsLeft={wait.secondsLeft} />
          <TextField
            label="Nama"
            autoComplete="name"
            hint="Nama dua huruf? Tambah panggilanmu, ya."
            required
            {...form.field('name')}
          />
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="username"
            required
            hint={
              meant && (
                <MeantEmail
                  address={meant}
                  onTake={(form) => {
                    const field = form?.elements.namedItem('email')
                    if (field instanceof HTMLInputElement) {
                      field.value = meant
                      field.focus()
                    }
                    setMeant(null)
                  }}
                />
              )
            }
            {...emailField}
            onBlur={({ currentTarget }) => {
              emailField.onBlur()
              void pressEnd().then(() => setMeant(probableEmail(currentTarget.value)))
            }}
          />
          {taken && (
            <p>
              <Link
                className="font-semibold text-nila underline underline-offset-2"
                to={paths.signIn({ next })}
                state={{ email: taken } satisfies SignInState}
              >
                Masuk dengan {taken}
              </Link>
            </p>
          )}
          <PasswordField
            label="Password"
            autoComplete="new-password"
            hint="Minimal 6 karakter."
            required
            {...form.field('password')}
          />
          <Button type="submit" block busy={form.isSubmitting} disabled={wait.secondsLeft > 0}>
            Daftar
          </Button>
          <TermsNote act="membuat akun" />
          <p className="text-sm text-ink-2">
            Sudah punya akun?{' '}
            <Link className="font-semibold text-nila underline underline-offset-2" to={paths.signIn({ next })}>
              Masuk
            </Link>
          </p>
        </form>
      </AuthFrame>
    </>
  )
}
