import { useState } from 'react'
import { fieldErrors } from '#contract/client.ts'
import { withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { showAlert } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** Runs what a button does to an e-book or a tip. Fields that are missing for publication are listed in an alert; any other failure is a toast. */
export function useLibraryAction() {
  const [isBusy, setBusy] = useState(false)

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await withLogin(work)
    } catch (error) {
      const missing = Object.values(fieldErrors(error))
      if (missing.length > 0) void showAlert({ title: 'Belum bisa ditayangkan', text: `${missing.join('. ')}.` })
      else toast.error(describeFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, run }
}
