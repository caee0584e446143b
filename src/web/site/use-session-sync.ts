import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useApi } from '#web/identity/index.ts'

/** Runs the guards again when another tab signs in or out, so that no private content stays visible. */
export function useSessionSync(): void {
  const { sessions } = useApi()
  const { revalidate } = useRevalidator()
  useEffect(() => sessions.onOtherTabChange(() => void revalidate()), [sessions, revalidate])
}
