import { useRevalidator } from 'react-router'
import { changePasswordInput, type Account } from '#contract/identity/account.ts'
import { paths } from '#contract/kit/paths.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { PasswordField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useApi } from '#web/identity/api.ts'
import { Section } from './section.tsx'
import { useAccountForm } from './use-account-form.tsx'

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
  const form = useAccountForm(
    changePasswordInput,
    { currentPassword: '', newPassword: '' },
    {
      call: (values) => authenticated.account.changePassword(values),
      async done({ message }) {
        form.reset()
        toast.success(message ?? 'Password diganti.')
        await revalidate()
      },
      failed: 'Password belum diganti. Coba lagi.',
    },
  )

  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      {form.notices}
      {/* Lets password managers find the matching account. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password saat ini"
        autoComplete="current-password"
        required
        {...form.field('currentPassword')}
      />
      <PasswordField
        label="Password baru"
        autoComplete="new-password"
        hint="Minimal 6 karakter."
        required
        {...form.field('newPassword')}
      />
      <Button type="submit" className="justify-self-start" busy={form.isSubmitting} disabled={form.isWaiting}>
        Ganti password
      </Button>
    </form>
  )
}
