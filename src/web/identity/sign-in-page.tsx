import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams, type LoaderFunction } from 'react-router'
import { paths, safeNext } from '#contract/paths.ts'
import { PageHead, useSiteName } from '#web/ui/page-head.tsx'
import type { Api } from './api.ts'
import { FormError } from '#web/ui/field.tsx'
import type { Session } from '#contract/identity.ts'
import { GoogleSignIn } from './google-sign-in.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { homeOf, redirectSignedIn } from './guards.ts'
import { SignInForm } from './sign-in-form.tsx'
import { text } from './text.ts'
import { useRedirectSignedIn } from './use-redirect-signed-in.ts'

export const createSignInLoader =
  (api: Api): LoaderFunction =>
  async () => {
    await redirectSignedIn(api)
    return null
  }

/** What the sign-up page hands over, in the history entry rather than in the address. */
export type SignInState = { email?: string; justSignedUp?: boolean; /** What has just been done, in words. */ notice?: string } | null

export function SignInPage() {
  useRedirectSignedIn()
  const siteName = useSiteName()
  const navigate = useNavigate()
  const state = useLocation().state as SignInState
  const [search] = useSearchParams()
  const next = safeNext(search.get('next')) ?? undefined
  // The greeting is known to this browser only; the page itself is the same for everyone.
  const [greeting, setGreeting] = useState<string | null>(null)
  useEffect(() => setGreeting(state?.justSignedUp ? text.pleaseSignIn : (state?.notice ?? null)), [state])

  const [failure, setFailure] = useState<string | null>(null)
  // A greeting beside a failure would say that all went well.
  const forgetGreeting = () => setGreeting(null)
  const arrive = (session: Session) => void navigate(next ?? homeOf(session), { replace: true })

  return (
    <>
      <PageHead
        title="Masuk"
        description={`Masuk ke ${siteName} untuk melanjutkan kelas, melihat transaksi, dan mencetak invoice.`}
        canonicalPath={paths.signIn()}
        noIndex
      />
      <AuthFrame title="Masuk" lead="Lanjutkan belajar dari langkah terakhir.">
        <div role="status">{greeting && <p className="mb-4 rounded-field bg-daun-50 px-4 py-3 font-semibold text-daun">{greeting}</p>}</div>
        {failure && <FormError>{failure}</FormError>}
        <GoogleSignIn
          onSignedIn={arrive}
          onFailed={() => {
            forgetGreeting()
            setFailure(text.googleFailed)
          }}
        />
        <SignInForm key={state?.email ?? ''} email={state?.email ?? ''} next={next} onSignedIn={arrive} onFailed={forgetGreeting} />
      </AuthFrame>
    </>
  )
}
