import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '#web/identity/index.ts'

/** Another tab signed in or out: the guards of this page are asked again, so that nothing private stays in sight. */
export function useTabsInStep(): void {
  const { sessions } = useApi()
  const { revalidate } = useRevalidator()
  useEffect(() => sessions.onElsewhere(() => void revalidate()), [sessions, revalidate])
}
