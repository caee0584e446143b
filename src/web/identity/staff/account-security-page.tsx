import { Link, useLoaderData, useSearchParams } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { PasskeysSection } from '#web/identity/settings/passkeys-section.tsx'
import { securityApi } from '#web/identity/two-step/security-api.ts'
import { TwoStepSection } from '#web/identity/settings/two-step-section.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'

/** Calls no staff endpoint, so that it also opens for staff who must set up two-step sign-in first. */
export const createLoader = staffLoader(async (api, { session: { user } }) => ({
  email: user.email,
  state: (await securityApi(api.authenticated).showTwoStep()).data,
}))

/** Two-step sign-in and passkeys of the signed-in member of staff. */
export function Page() {
  const { email, state } = useLoaderData<ReturnType<typeof createLoader>>()
  const [search] = useSearchParams()
  const isRequired = search.has('wajib')
  return (
    <StaffPage title="Keamanan akun" lead="Cara kamu masuk ke halaman admin.">
      <div className="grid max-w-180 gap-6">
        {isRequired && (
          <div role="status" className="rounded-card border border-line bg-kunyit-50 p-5 text-kunyit-ink">
            {state.totp ? (
              <p>
                Terima kasih! Halaman admin sudah terbuka.{' '}
                <Link to={paths.admin()} className="font-semibold underline underline-offset-2">
                  Lanjut ke admin
                </Link>
              </p>
            ) : (
              <p>
                Situs ini mewajibkan verifikasi dua langkah untuk instruktur dan admin. Aktifkan dulu di sini, lalu
                halaman admin lain terbuka.
              </p>
            )}
          </div>
        )}
        <TwoStepSection state={state} email={email} />
        <PasskeysSection passkeys={state.passkeys} />
      </div>
    </StaffPage>
  )
}
