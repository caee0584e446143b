import { useState } from 'react'
import { Link } from 'react-router'
import { failureCode } from '#contract/client.ts'
import { signInInput, type Session } from '#contract/identity.ts'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError, PasswordField, TextField } from '#web/ui/field.tsx'
import { showLoading } from '#web/ui/loading-overlay.tsx'
import { useApi } from './api.ts'
import { text } from './text.ts'
import { failureText, useContractForm } from './use-contract-form.ts'

type Props = {
  email?: string
  next?: string | undefined
  onSignedIn: (session: Session) => void
  /** The dialog answers wrong credentials with its own alert; the page shows them above the form. */
  onWrongCredentials?: () => void
}

/** E-mail and password. Says nothing about where it stands: the page and the dialog decide what success means. */
export function SignInForm({ email = '', next, onSignedIn, onWrongCredentials }: Props) {
  const api = useApi()
  const form = useContractForm(signInInput, { email, password: '' })
  const { errors, isSubmitting } = form.formState
  const [failure, setFailure] = useState<string | null>(null)

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    const endLoading = showLoading()
    try {
      const { data } = await api.open.identity.signIn(values)
      await api.sessions.save(data)
      onSignedIn(data)
    } catch (error) {
      if (form.showFieldErrors(error)) return
      if (failureCode(error) === 'WRONG_CREDENTIALS' && onWrongCredentials) onWrongCredentials()
      else setFailure(failureText(error, text.signInFailed, text.connectionFailed))
    } finally {
      endLoading()
    }
  })

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {failure && <FormError>{failure}</FormError>}
      <TextField label="Email" type="email" autoComplete="username" inputMode="email" required error={errors.email?.message} {...form.register('email')} />
      <PasswordField label="Password" autoComplete="current-password" required error={errors.password?.message} {...form.register('password')} />
      <Button type="submit" block busy={isSubmitting}>
        Masuk
      </Button>
      <p className="text-sm text-ink-2">
        Belum punya akun?{' '}
        <Link className="font-semibold text-nila underline underline-offset-2" to={paths.signUp({ next })}>
          Daftar
        </Link>
      </p>
    </form>
  )
}
