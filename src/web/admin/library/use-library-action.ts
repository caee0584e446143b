import { fieldErrors } from '#contract/client.ts'
import { describeFailure } from '#web/staff-kit/failure.ts'
import { showAlert } from '#web/ui/alerts.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Lists the fields missing for publication in an alert. Any other failure is a toast. */
export function showFailure(error: unknown): void {
  const missing = Object.values(fieldErrors(error))
  if (missing.length > 0) void showAlert({ title: 'Belum bisa ditayangkan', text: `${missing.join('. ')}.` })
  else toast.error(describeFailure(error))
}
