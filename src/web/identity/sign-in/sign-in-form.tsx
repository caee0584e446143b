import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { failureCode, failureData, retryAfterSeconds } from '#contract/client.ts'
import type { SignInResponse } from '#contract/identity/identity.ts'
import { paths } from '#contract/kit/paths.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError, PasswordField, TextField } from '#web/kit/ui/field.tsx'
import { showLoading } from '#web/kit/ui/feedback/loading-overlay.tsx'
import { useCountdown, WaitNotice } from '#web/kit/ui/feedback/wait-notice.tsx'
import { useApi } from '#web/identity/api.ts'
import { oneTimeState } from './one-time-state.ts'
import { identityText } from './text.ts'
import { failureText } from './failure-text.ts'
import { takeNewPassword } from '#web/identity/new-account.ts'
import { useForm } from './use-form.ts'

export type SignInFormProps = {
  email?: string
  next?: string | undefined
  /** Called with a session, or with what the second step needs. */
  onAnswer: (answer: SignInResponse) => Promise<void>
  /** Set by the dialog, which shows an alert for wrong credentials; the page shows the error above the form. */
  onWrongCredentials?: () => void
  /** Called when an attempt fails for any reason. */
  onFailed?: () => void
  /** Called when the user follows a link of the form, so that the dialog closes. */
  onLeave?: () => void
}

const loadSchema = async () => (await import('#contract/identity/identity.ts')).signInInput

/** The email and password form. sign-in-steps.tsx decides what happens after success. */
export function SignInForm({ email = '', next, onAnswer, onWrongCredentials, onFailed, onLeave }: SignInFormProps) {
  const api = useApi()
  const navigate = useNavigate()
  const [password] = useState(() => takeNewPassword(email))
  const form = useForm(loadSchema, { email, password })
  const [failure, setFailure] = useState<string | null>(null)
  const wait = useCountdown()

  function showFailure(error: unknown) {
    const code = failureCode(error)
    const seconds = retryAfterSeconds(error)
    if (seconds !== null) return wait.start(seconds)
    if (code === 'PASSWORD_IS_ONE_TIME') {
      onLeave?.()
      const { resetToken } = failureData<'identity', 'signIn', 'PASSWORD_IS_ONE_TIME'>(error)
      return void navigate(`${paths.resetPassword()}#token=${resetToken}`, { state: oneTimeState })
    }
    if (form.showFieldErrors(error)) return
    if (code === 'WRONG_CREDENTIALS' && onWrongCredentials) onWrongCredentials()
    else setFailure(failureText(error, identityText.signInFailed, identityText.connectionFailed))
  }

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    const endLoading = showLoading()
    try {
      const { data } = await api.anonymous.identity.signIn(values)
      await onAnswer(data)
    } catch (error) {
      onFailed?.()
      showFailure(error)
    } finally {
      endLoading()
    }
  })

  const linkClass = 'font-semibold text-nila underline underline-offset-2'
  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-4">
      {failure && <FormError>{failure}</FormError>}
      <WaitNotice secondsLeft={wait.secondsLeft} />
      {/* In a dialog the focus starts here instead of on the Google button above. */}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
        data-autofocus
        {...form.field('email')}
      />
      <PasswordField label="Password" autoComplete="current-password" required {...form.field('password')} />
      <Button type="submit" block busy={form.isSubmitting} disabled={wait.secondsLeft > 0}>
        Masuk
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm text-ink-2">
        <p>
          Belum punya akun?{' '}
          <Link className={linkClass} to={paths.signUp({ next })} onClick={onLeave}>
            Daftar
          </Link>
        </p>
        <Link className={linkClass} to={paths.forgotPassword()} onClick={onLeave}>
          Lupa password?
        </Link>
      </div>
    </form>
  )
}
