import type { Session } from '#contract/identity/identity.ts'
import { showAlert } from '#web/kit/ui/feedback/alerts.tsx'
import { Dialog } from '#web/kit/ui/dialogs/dialog.tsx'
import { useSiteName } from '#web/kit/ui/page-head.tsx'
import { SignInSteps } from '#web/identity/sign-in/sign-in-steps.tsx'
import { identityText } from '#web/identity/sign-in/text.ts'

export type LoginDialogProps = {
  reason?: string | undefined
  anchor?: string | undefined
  onClose: () => void
  onSignedIn: (session: Session) => void
}

/** Wrong credentials and a failed Google sign-in show the same alert. */
const showInvalidCredentials = () => void showAlert({ ...identityText.invalidCredentials, okLabel: 'OK' })

/** Sign-in without leaving the page. `reason` says what the sign-in is needed for, `anchor` where the page continues after a sign-up. */
export function LoginDialog({ reason, anchor, onClose, onSignedIn }: LoginDialogProps) {
  const siteName = useSiteName()
  return (
    <Dialog open title={`Masuk ke ${siteName}`} onClose={onClose} size="sm">
      {reason && <p className="mb-4 text-ink-2">{reason}</p>}
      <SignInSteps
        next={location.pathname + location.search + (anchor ? `#${anchor}` : '')}
        onSignedIn={onSignedIn}
        onLeave={onClose}
        onWrongCredentials={showInvalidCredentials}
        onGoogleFailed={showInvalidCredentials}
      />
    </Dialog>
  )
}
