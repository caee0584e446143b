/** `running` can no longer be joined; a cohort that started and still can is `open`. */
export const cohortStates = ['open', 'full', 'closed', 'running', 'ended'] as const
export type CohortState = (typeof cohortStates)[number]
