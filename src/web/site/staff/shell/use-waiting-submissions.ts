import { useLocation } from 'react-router'
import { assignmentReviewContract } from '#contract/assessment/assignment-review.ts'
import { registerContract } from '#contract/kit/client.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'

registerContract({ assignmentReview: assignmentReviewContract })

/** How many submissions wait for this staff member, such as "3" or "99+"; null for none and while unknown. Requested again on every page. */
export function useWaitingSubmissions(): string | null {
  const { authenticated } = useApi()
  const { pathname } = useLocation()
  const { data } = useRemote(pathname, async (signal) => (await authenticated.assignmentReview.countWaitingSubmissions({}, { signal })).data)
  if (!data || data.waiting === 0) return null
  return data.isCounted ? String(data.waiting) : `${data.waiting}+`
}
