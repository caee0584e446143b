import { useEffect, useState } from 'react'
import { useLocation, useNavigate, type LoaderFunction } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { PageHead, useSiteName } from '#web/kit/ui/page-head.tsx'
import type { Api } from '#web/identity/api.ts'
import { FormError } from '#web/kit/ui/field.tsx'
import type { Session } from '#contract/identity/identity.ts'
import { AuthFrame } from './auth-frame.tsx'
import { homeOf } from '#web/identity/guards.ts'
import { SignInSteps } from './sign-in-steps.tsx'
import { identityText } from './text.ts'
import { redirectSignedIn, useRedirectSignedIn } from './redirect-signed-in.ts'

export const createSignInLoader =
  (api: Api): LoaderFunction =>
  async ({ request }) => {
    await redirectSignedIn(api, request)
    return null
  }

/** Passed from the sign-up page in the history entry, not in the URL. */
export type SignInState = {
  email?: string
  justSignedUp?: boolean
  /** A message about the completed action. */ notice?: string
} | null

export function SignInPage() {
  const next = useRedirectSignedIn()
  const siteName = useSiteName()
  const navigate = useNavigate()
  const state = useLocation().state as SignInState
  // Set after hydration, because the server renders the same page for every visitor.
  const [notice, setNotice] = useState<string | null>(null)
  useEffect(() => setNotice(state?.justSignedUp ? identityText.pleaseSignIn : (state?.notice ?? null)), [state])

  const [failure, setFailure] = useState<string | null>(null)
  // A success notice next to an error would be misleading.
  const clearNotice = () => setNotice(null)
  const goToNextPage = (session: Session) => void navigate(next ?? homeOf(session), { replace: true })

  return (
    <>
      <PageHead
        title="Masuk"
        description={`Masuk ke ${siteName} untuk melanjutkan kelas, melihat transaksi, dan mencetak invoice.`}
        canonicalPath={paths.signIn()}
        noIndex
      />
      <AuthFrame title="Masuk" lead="Lanjutkan belajar dari langkah terakhir.">
        <div role="status">
          {notice && <p className="mb-4 rounded-field bg-daun-50 px-4 py-3 font-semibold text-daun">{notice}</p>}
        </div>
        {failure && <FormError>{failure}</FormError>}
        <SignInSteps
          key={state?.email ?? ''}
          email={state?.email ?? ''}
          next={next}
          onSignedIn={goToNextPage}
          onFailed={clearNotice}
          onGoogleFailed={() => {
            clearNotice()
            setFailure(identityText.googleFailed)
          }}
        />
      </AuthFrame>
    </>
  )
}
