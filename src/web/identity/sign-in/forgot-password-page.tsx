import { useState } from 'react'
import { Link } from 'react-router'
import { retryAfterSeconds } from '#contract/client.ts'
import { forgotPasswordInput, resetMinutes } from '#contract/identity/account.ts'
import { paths } from '#contract/kit/paths.ts'
import { useFocusHeading } from '#web/kit/ui/behaviour/use-focus-heading.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FormError, TextField } from '#web/kit/ui/field.tsx'
import { showLoading } from '#web/kit/ui/feedback/loading-overlay.tsx'
import { PageHead, useSiteName } from '#web/kit/ui/page-head.tsx'
import { useCountdown, WaitNotice } from '#web/kit/ui/feedback/wait-notice.tsx'
import { useApi } from '#web/identity/api.ts'
import { AuthFrame } from './auth-frame.tsx'
import { identityText } from './text.ts'
import { failureText } from './failure-text.ts'
import { useForm } from './use-form.ts'

export function ForgotPasswordPage() {
  const siteName = useSiteName()
  const [sentTo, setSentTo] = useState<string | null>(null)
  // The button that was pressed is gone.
  useFocusHeading(sentTo)
  return (
    <>
      <PageHead
        title="Lupa password"
        description={`Minta tautan untuk membuat password baru akun ${siteName}.`}
        canonicalPath={paths.forgotPassword()}
        noIndex
      />
      <AuthFrame
        title="Lupa password"
        lead={sentTo ? 'Periksa kotak masukmu.' : 'Tulis emailmu, kami kirim tautan untuk membuat password baru.'}
      >
        {/* There before its text, so that the text is announced. */}
        <div role="status">{sentTo && <Sent email={sentTo} />}</div>
        {sentTo ? (
          <Button type="button" variant="outline" className="mt-4" onClick={() => setSentTo(null)}>
            Pakai email lain
          </Button>
        ) : (
          <RequestForm onSent={setSentTo} />
        )}
        <p className="mt-6 text-sm text-ink-2">
          Sudah ingat?{' '}
          <Link className="font-semibold text-nila underline underline-offset-2" to={paths.signIn()}>
            Masuk
          </Link>
        </p>
      </AuthFrame>
    </>
  )
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const api = useApi()
  const form = useForm(forgotPasswordInput, { email: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const wait = useCountdown()

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    const endLoading = showLoading()
    try {
      await api.anonymous.account.forgotPassword(values)
      onSent(values.email)
    } catch (error) {
      const seconds = retryAfterSeconds(error)
      if (seconds !== null) wait.start(seconds)
      else if (!form.showFieldErrors(error))
        setFailure(failureText(error, 'Tautan belum terkirim. Coba lagi.', identityText.connectionFailed))
    } finally {
      endLoading()
    }
  })

  return (
    <form method="post" onSubmit={submit} noValidate className="grid gap-4">
      {failure && <FormError>{failure}</FormError>}
      <WaitNotice secondsLeft={wait.secondsLeft} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
        {...form.field('email')}
      />
      <Button type="submit" block busy={form.isSubmitting} disabled={wait.secondsLeft > 0}>
        Kirim tautan
      </Button>
    </form>
  )
}

/** Identical for every address, so that it does not reveal which addresses have an account. */
function Sent({ email }: { email: string }) {
  return (
    <div className="grid gap-4">
      <p className="rounded-field bg-daun-50 px-4 py-3 font-semibold text-daun">
        Kalau emailmu terdaftar, tautannya sudah kami kirim.
      </p>
      <p className="text-ink-2">
        Tautan untuk <strong className="break-all">{email}</strong> berlaku {resetMinutes} menit. Belum ada? Lihat juga
        folder spam.
      </p>
    </div>
  )
}
