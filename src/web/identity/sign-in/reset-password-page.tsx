import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { failureCode } from '#contract/client.ts'
import { resetPasswordInput } from '#contract/identity/account.ts'
import { paths } from '#contract/kit/paths.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { FormError, PasswordField } from '#web/kit/ui/field.tsx'
import { showLoading } from '#web/kit/ui/feedback/loading-overlay.tsx'
import { useApi } from '#web/identity/api.ts'
import type { SignInState } from './sign-in-page.tsx'
import { identityText } from './text.ts'
import { failureText } from './failure-text.ts'
import { isOneTimeState } from './one-time-state.ts'
import { useForm } from './use-form.ts'
import { ShownOutcome, type LinkOutcome } from './link-outcome.tsx'
import { Checking, MailedLinkFrame } from './mailed-link-page.tsx'
import { useLinkToken } from './use-link-token.ts'

const afterOneTime = 'Password sementaramu benar. Sekarang buat password sendiri, lalu masuk dengannya.'

const invalid: LinkOutcome = {
  is: 'rejected',
  text: 'Tautan ini sudah dipakai atau kedaluwarsa.',
  next: (
    <ButtonLink to={paths.forgotPassword()} className="justify-self-start">
      Minta tautan baru
    </ButtonLink>
  ),
}

export function ResetPasswordPage() {
  const token = useLinkToken()
  const [isInvalid, setIsInvalid] = useState(false)
  const isOneTime = isOneTimeState(useLocation().state)
  return (
    <MailedLinkFrame
      title="Password baru"
      lead={isOneTime ? afterOneTime : 'Perangkat lain akan dikeluarkan setelah password diganti.'}
    >
      {token === undefined ? (
        <Checking />
      ) : token === null || isInvalid ? (
        <div className="grid gap-4">
          <ShownOutcome outcome={invalid} />
        </div>
      ) : (
        <ResetForm token={token} onInvalidLink={() => setIsInvalid(true)} />
      )}
    </MailedLinkFrame>
  )
}

function ResetForm({ token, onInvalidLink }: { token: string; onInvalidLink: () => void }) {
  const api = useApi()
  const navigate = useNavigate()
  const form = useForm(resetPasswordInput, { token, password: '' })
  const [failure, setFailure] = useState<string | null>(null)

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    const endLoading = showLoading()
    try {
      const { message = '' } = await api.anonymous.account.resetPassword(values)
      // Every session of the account has ended, this browser's included.
      await api.sessions.clear()
      const state: SignInState = { notice: message }
      void navigate(paths.signIn(), { state, replace: true })
    } catch (error) {
      if (failureCode(error) === 'INVALID_LINK') onInvalidLink()
      else if (!form.showFieldErrors(error))
        setFailure(failureText(error, 'Password belum tersimpan. Coba lagi.', identityText.connectionFailed))
    } finally {
      endLoading()
    }
  })

  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-4">
      {failure && <FormError>{failure}</FormError>}
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="Minimal 6 karakter."
        required
        {...form.field('password')}
      />
      <Button type="submit" block busy={form.isSubmitting}>
        Simpan password
      </Button>
    </form>
  )
}
