import { useNavigate, useRevalidator } from 'react-router'
import type { Session } from '#contract/identity/identity.ts'
import { showAlert } from '#web/kit/ui/feedback/alerts.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { useSiteName } from '#web/kit/ui/page-head.tsx'
import { useApi } from '#web/identity/api.ts'
import { SignInSteps } from '#web/identity/sign-in/sign-in-steps.tsx'
import { identityText } from '#web/identity/sign-in/text.ts'

export type LoginDialogProps = {
  reason?: string | undefined
  anchor?: string | undefined
  opens?: string | true | undefined
  onClose: () => void
  onSignedIn: (session: Session) => void
}

/** Wrong credentials and a failed Google sign-in show the same alert. */
const showInvalidCredentials = () => void showAlert({ ...identityText.invalidCredentials, okLabel: 'OK' })

/** Sign-in without leaving the page. `reason` says what the sign-in is needed for, `anchor` where the page continues after a sign-up. */
export function LoginDialog({ reason, anchor, opens, onClose, onSignedIn }: LoginDialogProps) {
  const siteName = useSiteName()
  const { sessions } = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  function goOn(session: Session) {
    onSignedIn(session)
    if (opens === undefined) return
    // Loading a document would end the session.
    if (sessions.isEphemeral()) void (opens === true ? revalidate() : navigate(opens))
    else if (opens === true) location.reload()
    else location.assign(opens)
  }

  return (
    <Dialog open title={`Masuk ke ${siteName}`} onClose={onClose} size="sm">
      {reason && <p className="mb-4 text-ink-2">{reason}</p>}
      <SignInSteps
        next={location.pathname + location.search + (anchor ? `#${anchor}` : '')}
        onSignedIn={goOn}
        onLeave={onClose}
        onWrongCredentials={showInvalidCredentials}
        onGoogleFailed={showInvalidCredentials}
      />
    </Dialog>
  )
}
