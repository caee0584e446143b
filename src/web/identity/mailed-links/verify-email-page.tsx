import { failureStatus } from '#contract/kit/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { useApi, type Api } from '#web/identity/api.ts'
import { AuthFrame } from '#web/identity/sign-in/auth-frame.tsx'
import { PrivatePageLink } from '#web/identity/private-page-link.tsx'
import { useLinkToken } from './use-link-token.ts'

type Outcome = 'verified' | 'invalid-link' | { resetToken: string }
type State = Outcome | 'checking' | 'failed'

export function VerifyEmailPage() {
  const api = useApi()
  const token = useLinkToken()
  const { status, data: outcome, reload } = useRemote(token ?? null, () => verify(api, token ?? ''))
  const state: State = token === null ? 'invalid-link' : (outcome ?? (status === 'failed' ? 'failed' : 'checking'))

  return (
    <>
      <PageHead title="Konfirmasi email" noIndex />
      <AuthFrame title="Konfirmasi email" lead="Supaya kami tahu alamat ini benar milikmu.">
        <div role="status" className="grid gap-4">
          {state === 'checking' && (
            <p className="flex items-center gap-3 text-ink-2">
              <Spinner /> Memeriksa tautan…
            </p>
          )}
          {state === 'verified' && (
            <>
              <p className="rounded-field bg-daun-50 px-4 py-3 font-semibold text-daun">
                Email terkonfirmasi. Terima kasih!
              </p>
              <PrivatePageLink to={paths.myCourses()}>Lanjut belajar</PrivatePageLink>
            </>
          )}
          {typeof state === 'object' && (
            <>
              <p className="rounded-field bg-daun-50 px-4 py-3 font-semibold text-daun">
                Email terkonfirmasi. Sekarang buat password.
              </p>
              <p className="text-ink-2">
                Siapa pun bisa mendaftar dengan alamatmu, jadi password dan perangkat dari sebelumnya tidak berlaku
                lagi. Setelah password baru dibuat, akun ini hanya milikmu.
              </p>
              <ButtonLink to={`${paths.resetPassword()}#token=${state.resetToken}`} className="justify-self-start">
                Buat password
              </ButtonLink>
            </>
          )}
        </div>
        {state === 'invalid-link' && (
          <div className="grid gap-4">
            <FormError>Tautan ini sudah dipakai atau kedaluwarsa.</FormError>
            <p className="text-ink-2">Kamu tetap bisa belajar. Tautan baru bisa diminta di pengaturan akun.</p>
            <PrivatePageLink to={paths.settings()}>Ke pengaturan</PrivatePageLink>
          </div>
        )}
        {state === 'failed' && (
          <div className="grid gap-4">
            <FormError>Koneksi terputus atau terlalu lambat.</FormError>
            <Button type="button" className="justify-self-start" onClick={reload}>
              Coba lagi
            </Button>
          </div>
        )}
      </AuthFrame>
    </>
  )
}

/** With the session, if any: a user who is signed in to the account keeps the password. */
async function callVerify(api: Api, token: string) {
  if (!(await api.sessions.read(location.pathname))) return api.anonymous.account.verifyEmail({ token })
  return api.authenticated.account.verifyEmail({ token }).catch((error: unknown) => {
    // The session ended meanwhile.
    if (failureStatus(error) === 401) return api.anonymous.account.verifyEmail({ token })
    throw error
  })
}

/** Rejects when the server cannot be reached. */
async function verify(api: Api, token: string): Promise<Outcome> {
  try {
    const { data } = await callVerify(api, token)
    return data ?? 'verified'
  } catch (error) {
    if (failureStatus(error) === null || failureStatus(error) === 503) throw error
    // The owner opened the link a second time: the address is already confirmed.
    const isDone = await api.authenticated.account.me().then(
      ({ data }) => data.emailVerified,
      () => false,
    )
    return isDone ? 'verified' : 'invalid-link'
  }
}
