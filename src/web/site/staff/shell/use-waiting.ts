import { useLocation } from 'react-router'
import { assignmentReviewContract } from '#contract/assessment/assignment-review.ts'
import { moderationContract } from '#contract/conversation/moderation.ts'
import { maximumWaitingMoney, waitingMoneyContract } from '#contract/commerce/waiting-money.ts'
import type { Role } from '#contract/identity/roles.ts'
import { registerContract } from '#contract/kit/client.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'

registerContract({
  assignmentReview: assignmentReviewContract,
  moderation: moderationContract,
  waitingMoney: waitingMoneyContract,
})

/** What waits for this staff member, such as "3" or "99+"; null for nothing and while unknown. */
export type Waiting = Record<
  'submissions' | 'questions' | 'reports' | 'transfers' | 'refundRequests' | 'payouts',
  string | null
>

const shown = (count: number, isCounted: boolean): string | null =>
  count === 0 ? null : isCounted ? String(count) : `${count}+`

/** Requested again on every page. */
export function useWaiting(role: Role): Waiting {
  const { authenticated } = useApi()
  const { pathname } = useLocation()
  const submissions = useRemote(
    pathname,
    async (signal) => (await authenticated.assignmentReview.countWaitingSubmissions({}, { signal })).data,
  )
  const conversation = useRemote(
    pathname,
    async (signal) => (await authenticated.moderation.countWaitingQuestions({}, { signal })).data,
  )
  const money = useRemote(
    role === 'admin' ? pathname : null,
    async (signal) => (await authenticated.waitingMoney.countWaitingMoney(undefined, { signal })).data,
  )
  const shownMoney = (count: number | undefined) =>
    shown(Math.min(count ?? 0, maximumWaitingMoney), (count ?? 0) <= maximumWaitingMoney)
  return {
    submissions: submissions.data ? shown(submissions.data.waiting, submissions.data.isCounted) : null,
    questions: conversation.data ? shown(conversation.data.waiting, conversation.data.isCounted) : null,
    reports: conversation.data ? shown(conversation.data.reports, true) : null,
    transfers: shownMoney(money.data?.transfers),
    refundRequests: shownMoney(money.data?.refundRequests),
    payouts: shownMoney(money.data?.payouts),
  }
}
