import type { ReactNode } from 'react'
import { paths } from '#contract/kit/paths.ts'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { useSession } from './session/use-session.ts'

/** A link to a private page that leads through sign-in when needed: mailed links are often opened in another browser. */
export function PrivatePageLink({ to, children }: { to: string; children: ReactNode }) {
  const isSignedOut = useSession().status === 'signed-out'
  return (
    <ButtonLink to={isSignedOut ? paths.signIn({ next: to }) : to} className="justify-self-start">
      {children}
    </ButtonLink>
  )
}
