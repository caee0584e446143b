import { failureCode, failureStatus } from '#contract/kit/client.ts'
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

type Outcome = 'changed' | 'invalid-link' | 'taken' | 'sign-in-first' | { resetToken: string }
type State = Outcome | 'checking' | 'failed'

/** The target of the mailed confirmation link: opening it changes the address of the account. */
export function ChangeEmailPage() {
  const api = useApi()
  const token = useLinkToken()
  const { status, data: outcome, reload } = useRemote(token ?? null, () => confirm(api, token ?? ''))
  const state: State = token === null ? 'invalid-link' : (outcome ?? (status === 'failed' ? 'failed' : 'checking'))

  return (
    <>
      <PageHead title="Ganti email" noIndex />
      <AuthFrame title="Ganti email" lead="Alamat baru berlaku setelah kami tahu bahwa itu milikmu.">
        <div role="status" className="grid gap-4">
          {state === 'checking' && (
            <p className="flex items-center gap-3 text-ink-2">
              <Spinner /> Memeriksa tautan…
            </p>
          )}
          {state === 'changed' && (
            <>
              <p className="rounded-field bg-daun-50 px-4 py-3 font-semibold text-daun">
                Alamat email diganti. Mulai sekarang, masuk dengan alamat ini.
              </p>
              <PrivatePageLink to={paths.settings()}>Ke pengaturan</PrivatePageLink>
            </>
          )}
        </div>
        {typeof state === 'object' && (
          <div className="grid gap-4">
            <p className="rounded-field bg-daun-50 px-4 py-3 font-semibold text-daun">
              Alamat email diganti. Sekarang buat password.
            </p>
            <p className="text-ink-2">Password dan perangkat dari sebelumnya tidak berlaku lagi.</p>
            <ButtonLink to={`${paths.resetPassword()}#token=${state.resetToken}`} className="justify-self-start">
              Buat password
            </ButtonLink>
          </div>
        )}
        {state === 'sign-in-first' && (
          <div className="grid gap-4">
            <FormError>
              Masuk dulu ke akun yang alamatnya mau diganti, lalu buka lagi tautan ini dari emailmu.
            </FormError>
            <PrivatePageLink to={paths.settings()}>Masuk</PrivatePageLink>
          </div>
        )}
        {(state === 'invalid-link' || state === 'taken') && (
          <div className="grid gap-4">
            <FormError>
              {state === 'taken' ? 'Alamat ini sudah dipakai akun lain.' : 'Tautan ini sudah dipakai atau kedaluwarsa.'}
            </FormError>
            <p className="text-ink-2">Alamat lama tetap berlaku. Tautan baru bisa diminta di pengaturan akun.</p>
            <PrivatePageLink to={paths.settings()}>Ke pengaturan</PrivatePageLink>
          </div>
        )}
        {state === 'failed' && (
          <div className="grid gap-4">
            <FormError>Tautan belum bisa diperiksa. Periksa koneksi, lalu coba lagi.</FormError>
            <Button type="button" className="justify-self-start" onClick={reload}>
              Coba lagi
            </Button>
          </div>
        )}
      </AuthFrame>
    </>
  )
}

/** With the session, if any: the link asks for one of the account. */
async function callConfirm(api: Api, token: string) {
  if (!(await api.sessions.read(location.pathname))) return api.anonymous.account.confirmEmailChange({ token })
  return api.authenticated.account.confirmEmailChange({ token }).catch((error: unknown) => {
    // The session ended meanwhile.
    if (failureStatus(error) === 401) return api.anonymous.account.confirmEmailChange({ token })
    throw error
  })
}

/** Rejects when the server cannot be reached. */
async function confirm(api: Api, token: string): Promise<Outcome> {
  try {
    const { data } = await callConfirm(api, token)
    return data ?? 'changed'
  } catch (error) {
    if (failureCode(error) === 'SIGN_IN_FIRST') return 'sign-in-first'
    if (failureCode(error) === 'ADDRESS_TAKEN') return 'taken'
    if (failureStatus(error) === null || failureStatus(error) === 503) throw error
    return 'invalid-link'
  }
}
