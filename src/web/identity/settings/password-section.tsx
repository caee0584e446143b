import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { retryAfterSeconds } from '#contract/client.ts'
import { changePasswordInput, type Account } from '#contract/identity/account.ts'
import { paths } from '#contract/kit/paths.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { FormError, PasswordField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useCountdown, WaitNotice } from '#web/kit/ui/feedback/wait-notice.tsx'
import { useApi } from '#web/identity/api.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { useForm } from '#web/identity/sign-in/use-form.ts'
import { withLogin } from '#web/identity/session/with-login.ts'
import { Section } from './section.tsx'

export function PasswordSection({ account }: { account: Account }) {
  return (
    <Section
      title="Password"
      lead={
        account.hasPassword
          ? 'Setelah diganti, perangkat lain dikeluarkan.'
          : `Kamu masuk dengan ${account.hasGoogle ? 'Google' : 'akun organisasimu'}. Password bisa ditambahkan lewat email.`
      }
    >
      {account.hasPassword ? (
        <PasswordForm email={account.email} />
      ) : (
        <ButtonLink to={paths.forgotPassword()} variant="outline">
          Buat password
        </ButtonLink>
      )}
    </Section>
  )
}

function PasswordForm({ email }: { email: string }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useForm(changePasswordInput, { currentPassword: '', newPassword: '' })
  const { errors, isSubmitting } = form
  const [failure, setFailure] = useState<string | null>(null)
  const wait = useCountdown()

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      const { message } = await withLogin(() => authenticated.account.changePassword(values))
      form.reset()
      toast.success(message ?? 'Password diganti.')
      await revalidate()
    } catch (error) {
      const seconds = retryAfterSeconds(error)
      if (seconds !== null) wait.start(seconds)
      else if (!form.showFieldErrors(error))
        setFailure(failureText(error, 'Password belum diganti. Coba lagi.', identityText.connectionFailed))
    }
  })

  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {failure && <FormError>{failure}</FormError>}
      <WaitNotice secondsLeft={wait.secondsLeft} />
      {/* Lets password managers find the matching account. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password saat ini"
        autoComplete="current-password"
        required
        error={errors.currentPassword}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label="Password baru"
        autoComplete="new-password"
        hint="Minimal 6 karakter."
        required
        error={errors.newPassword}
        {...form.register('newPassword')}
      />
      <Button type="submit" className="justify-self-start" busy={isSubmitting} disabled={wait.secondsLeft > 0}>
        Ganti password
      </Button>
    </form>
  )
}
