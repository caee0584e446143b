import { useState } from 'react'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { withLogin } from './session/with-login.ts'

/**
 * Runs what the buttons of a page do. The named one is busy meanwhile; a session that has expired is renewed, then `work` runs again;
 * a failure is shown with the message of `describe`. `run` resolves to whether `work` succeeded, and never rejects.
 */
export function useAction<Name extends string>(describe: (error: unknown) => string) {
  const [busy, setBusy] = useState<Name | null>(null)

  async function run(name: Name, work: () => Promise<unknown>): Promise<boolean> {
    setBusy(name)
    try {
      await withLogin(work)
      return true
    } catch (error) {
      toast.error(describe(error))
      return false
    } finally {
      setBusy(null)
    }
  }

  return { busy, run }
}
