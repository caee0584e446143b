import { lazy, Suspense, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { GoogleButton } from './google-button.tsx'
import type { GoogleSignInProps } from './google-panel.tsx'
import { TermsNote } from './terms-note.tsx'

const GooglePanel = lazy(() => import('./google-panel.tsx').then((module) => ({ default: module.GooglePanel })))

type SiteData = { site: { google: { clientId: string | null; scriptUrl: string | null } } }

type Props = GoogleSignInProps & {
  /** The page shows the terms elsewhere. */
  hasTerms?: boolean
}

/** Loads nothing from Google before the first tap. */
export function GoogleSignIn({ hasTerms = false, ...props }: Props) {
  const google = useRouteLoaderData<SiteData>('site')?.site.google
  const [isOpen, setOpen] = useState(false)
  if (!google?.clientId || !google.scriptUrl) return null
  const { clientId, scriptUrl } = google
  return (
    <div className="mb-4 grid gap-4">
      {isOpen ? (
        <Suspense fallback={<GoogleButton busy />}>
          <GooglePanel clientId={clientId} scriptUrl={scriptUrl} {...props} />
        </Suspense>
      ) : (
        <GoogleButton onClick={() => setOpen(true)} />
      )}
      {!hasTerms && <TermsNote act="membuat akun lewat Google" />}
      <p className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        atau
      </p>
    </div>
  )
}
