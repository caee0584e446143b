import { useLocation } from 'react-router'
import { courseReviewContract } from '#contract/catalog/course-review.ts'
import { assignmentGradingContract } from '#contract/assessment/assignment-grading.ts'
import { moderationContract } from '#contract/conversation/moderation.ts'
import { maximumWaitingMoney, waitingMoneyContract } from '#contract/commerce/waiting-money.ts'
import type { Role } from '#contract/kit/roles.ts'
import { applicationsContract } from '#contract/instructors/applications.ts'
import { registerContract } from '#contract/client.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemoteAddition } from '#web/kit/ui/behaviour/use-remote.ts'

registerContract({
  applications: applicationsContract,
  assignmentReview: assignmentGradingContract,
  courseReview: courseReviewContract,
  moderation: moderationContract,
  waitingMoney: waitingMoneyContract,
})

/** How many things wait for this staff member; counted up to a limit. */
type Count = { count: number; isCounted: boolean }
export type Waiting = Record<
  | 'submissions'
  | 'questions'
  | 'reports'
  | 'transfers'
  | 'refundRequests'
  | 'payouts'
  | 'applications'
  | 'courseReviews',
  /** null while unknown. */ Count | null
>

/** The sum of what waits, such as "3" or "99+"; null for nothing. */
export function sumWaiting(waiting: Waiting, keys: readonly (keyof Waiting | undefined)[]): string | null {
  const counts = keys.flatMap((key) => (key && waiting[key]) || [])
  const sum = counts.reduce((total, { count }) => total + count, 0)
  return sum === 0 ? null : `${sum}${counts.every(({ isCounted }) => isCounted) ? '' : '+'}`
}

/** Requested again on every page. */
export function useWaiting(role: Role): Waiting {
  const { authenticated } = useApi()
  const { pathname } = useLocation()
  const submissions = useRemoteAddition(
    pathname,
    async (signal) => (await authenticated.assignmentReview.countWaitingSubmissions({}, { signal })).data,
  )
  const conversation = useRemoteAddition(
    pathname,
    async (signal) => (await authenticated.moderation.countWaitingQuestions({}, { signal })).data,
  )
  const money = useRemoteAddition(
    role === 'admin' ? pathname : null,
    async (signal) => (await authenticated.waitingMoney.countWaitingMoney(undefined, { signal })).data,
  )
  const applications = useRemoteAddition(
    role === 'admin' ? pathname : null,
    async (signal) => (await authenticated.applications.countWaitingApplications(undefined, { signal })).data,
  )
  const courseReviews = useRemoteAddition(
    role === 'admin' ? pathname : null,
    async (signal) => (await authenticated.courseReview.countWaitingCourses(undefined, { signal })).data,
  )
  const ofMoney = (count: number): Count => ({
    count: Math.min(count, maximumWaitingMoney),
    isCounted: count <= maximumWaitingMoney,
  })
  return {
    submissions: submissions ? { count: submissions.waiting, isCounted: submissions.isCounted } : null,
    questions: conversation ? { count: conversation.waiting, isCounted: conversation.isCounted } : null,
    reports: conversation ? { count: conversation.reports, isCounted: true } : null,
    transfers: money ? ofMoney(money.transfers) : null,
    refundRequests: money ? ofMoney(money.refundRequests) : null,
    payouts: money ? ofMoney(money.payouts + money.refundsToSend) : null,
    applications: applications ? { count: applications.waiting, isCounted: applications.isCounted } : null,
    courseReviews: courseReviews ? { count: courseReviews.waiting, isCounted: courseReviews.isCounted } : null,
  }
}
