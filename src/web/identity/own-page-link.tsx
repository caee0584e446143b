import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useSession } from './use-session.ts'

/** A way to a page of one's own for somebody who may be signed out here: a mailed link is often opened in another browser. */
export function OwnPageLink({ to, children }: { to: string; children: ReactNode }) {
  const isSignedOut = useSession().status === 'signed-out'
  return (
    <ButtonLink to={isSignedOut ? paths.signIn({ next: to }) : to} className="justify-self-start">
      {children}
    </ButtonLink>
  )
}
