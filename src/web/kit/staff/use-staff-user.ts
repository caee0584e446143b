import { useOutletContext } from 'react-router'
import type { SessionUser } from '#contract/identity/identity.ts'

/** The signed-in admin or instructor. Only below the staff layout, which provides it. */
export function useStaffUser(): SessionUser {
  const user = useOutletContext<SessionUser | undefined>()
  if (!user) throw new Error('useStaffUser requires the staff layout')
  return user
}
