import { useState, type Ref } from 'react'
import { useRevalidator } from 'react-router'
import { failureCode, retryAfterSeconds } from '#contract/client.ts'
import { changeEmailInput, type Account } from '#contract/identity/account.ts'
import { inWords } from '#contract/kit/format/wait.ts'
import { useFocusNext } from '#web/kit/ui/behaviour/use-focus-next.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { PasswordField, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useApi } from '#web/identity/api.ts'
import { requestLogin } from '#web/identity/session/login-requests.ts'
import { identityText } from '#web/identity/sign-in/text.ts'
import { failureText } from '#web/identity/sign-in/failure-text.ts'
import { useAction } from '#web/identity/use-action.ts'
import { Section } from './section.tsx'
import { useAccountForm } from './use-account-form.tsx'

export function EmailSection({ account }: { account: Account }) {
  const [isChanging, setChanging] = useState(false)
  const { revalidate } = useRevalidator()
  // A cancelled change goes with its button.
  const next = useFocusNext(`${isChanging} ${account.pendingEmail}`)
  return (
    <Section title="Email" lead="Dipakai untuk masuk, dan ke sinilah invoice dan tautan penting dikirim.">
      <p className="font-semibold break-all">{account.email}</p>
      <Confirmation account={account} />
      <PendingChange email={account.pendingEmail} />
      {isChanging ? (
        <ChangeForm
          ref={next}
          account={account}
          onRequested={async () => {
            await revalidate()
            setChanging(false)
          }}
          onCancel={() => setChanging(false)}
        />
      ) : (
        <Button ref={next} type="button" variant="outline" className="mt-4" onClick={() => setChanging(true)}>
          Ganti email
        </Button>
      )}
    </Section>
  )
}

/** The pending change of address, and a button to cancel it. */
function PendingChange({ email }: { email: string | null }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<'cancel'>((error) =>
    failureText(error, 'Belum dibatalkan. Coba lagi.', identityText.connectionFailed),
  )
  const cancel = () =>
    run('cancel', async () => {
      const { message } = await authenticated.account.cancelEmailChange()
      toast.success(message ?? 'Permintaan ganti email dibatalkan.')
      await revalidate()
    })

  // Screen readers announce changes only in a live region that is already rendered.
  return (
    <>
      <div role="status">
        {email && (
          <p className="mt-4 rounded-field bg-daun-50 px-4 py-3 text-daun">
            Kami mengirim tautan ke <strong className="break-all">{email}</strong>. Alamat berganti setelah tautan itu
            dibuka.
          </p>
        )}
      </div>
      {email && (
        <div className="mt-3">
          <Button type="button" variant="outline" size="sm" busy={busy !== null} onClick={() => void cancel()}>
            Batalkan<span className="sr-only"> penggantian ke {email}</span>
          </Button>
        </div>
      )}
    </>
  )
}

type FormProps = { ref: Ref<HTMLFormElement>; account: Account; onRequested: () => Promise<void>; onCancel: () => void }

function ChangeForm({ ref, account, onRequested, onCancel }: FormProps) {
  const { authenticated } = useApi()
  const form = useAccountForm(
    changeEmailInput,
    { email: '', password: '' },
    {
      call: (values) => withReauthentication(account, () => authenticated.account.changeEmail(values)),
      done: onRequested,
      failed: 'Email belum diganti. Coba lagi.',
    },
  )

  return (
    <form ref={ref} onSubmit={form.submit} noValidate className="mt-5 grid gap-4 border-t border-line pt-5">
      {form.notices}
      <TextField
        label="Email baru"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        {...form.field('email')}
      />
      {account.hasPassword && (
        <PasswordField
          label="Password akun ini"
          autoComplete="current-password"
          required
          hint="Supaya kami yakin ini kamu."
          {...form.field('password')}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.isSubmitting} disabled={form.isWaiting}>
          Kirim tautan konfirmasi
        </Button>
        <Button type="button" variant="outline" onClick={onCancel}>
          Batal
        </Button>
      </div>
    </form>
  )
}

/** Users without a password confirm their identity by signing in again, with the same account. */
async function withReauthentication<Result>(account: Account, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (failureCode(error) !== 'SIGN_IN_AGAIN') throw error
    const session = await requestLogin({
      reason: 'Masuk lagi supaya kami yakin ini kamu. Isianmu masih ada.',
    })
    if (session?.user._id !== account._id) throw error
    return call()
  }
}

function Confirmation({ account }: { account: Account }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction<'resend'>((error) => {
    const seconds = retryAfterSeconds(error)
    return seconds === null
      ? failureText(error, 'Tautan belum terkirim.', identityText.connectionFailed)
      : `Coba lagi ${inWords(seconds)}.`
  })
  const resend = () =>
    run('resend', async () => {
      const { message } = await authenticated.account.resendVerification()
      toast.success(message ?? 'Tautan konfirmasi dikirim.')
      await revalidate()
    })

  if (account.emailVerified) return <p className="mt-1 text-sm font-semibold text-daun">Sudah dikonfirmasi</p>
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <p className="text-sm text-ink-2">Belum dikonfirmasi. Kamu tetap bisa belajar.</p>
      <Button type="button" variant="outline" size="sm" busy={busy !== null} onClick={() => void resend()}>
        Kirim ulang tautan
      </Button>
    </div>
  )
}
