import { dayMs } from '#contract/kit/durations.ts'

// Posts of accounts in their first days are watched more closely.

const newAccountMs = 7 * dayMs

export const isNewAccount = (createdAt: Date, now: Date): boolean => now.getTime() - createdAt.getTime() < newAccountMs

/** True when links are pressable: from staff, from accounts that are not new, and in a question that staff answered, its answers included. */
export const mayLink = (
  {
    byStaff,
    staffAnswered,
    accountSince,
  }: { byStaff: boolean; staffAnswered: boolean; accountSince: Date | undefined },
  now: Date,
): boolean => byStaff || staffAnswered || (accountSince !== undefined && !isNewAccount(accountSince, now))
