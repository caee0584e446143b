import { fieldErrors } from '#contract/client.ts'
import { describeFailure } from '#web/staff-kit/failure.ts'
import { showAlert } from '#web/ui/alerts.tsx'
import { toast } from '#web/ui/toast.tsx'

/** What is still missing before something can be published is told one by one; any other failure in passing. */
export function tellFailure(error: unknown): void {
  const missing = Object.values(fieldErrors(error))
  if (missing.length > 0) void showAlert({ title: 'Belum bisa terbit', text: `${missing.join('. ')}.` })
  else toast.error(describeFailure(error))
}
