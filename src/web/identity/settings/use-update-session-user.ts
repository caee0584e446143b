import { useRevalidator } from 'react-router'
import type { SessionUser } from '#contract/identity/identity.ts'
import { useApi } from '#web/identity/api.ts'

/** The header shows the stored session, so a changed name or photo is saved there for all tabs. */
export function useUpdateSessionUser(): (user: SessionUser) => Promise<void> {
  const { sessions } = useApi()
  const { revalidate } = useRevalidator()
  return async ({ _id, name, email, role, photo, avatar }) => {
    const session = await sessions.read(location.pathname)
    if (session) await sessions.save({ ...session, user: { _id, name, email, role, photo, avatar } })
    await revalidate()
  }
}
