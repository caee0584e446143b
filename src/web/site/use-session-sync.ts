import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { mayGoOn, useApi } from '#web/identity/index.ts'

/** Runs the guards again when another tab signs in or out, so that no private content stays visible, nor input that would be saved as another person's. */
export function useSessionSync(): void {
  const { sessions } = useApi()
  const { revalidate } = useRevalidator()
  useEffect(
    () =>
      sessions.onOtherTabChange(() => {
        void mayGoOn(sessions.read(location.pathname)).then(revalidate)
      }),
    [sessions, revalidate],
  )
}
