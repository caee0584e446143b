import { hourMs } from '#contract/kit/durations.ts'
import type { RateLimit } from '#server/platform/protection/index.ts'

/** Mails that anybody can cause to a mailbox that need not be theirs: confirmations, invitations to continue, gifts. */
export const mailsToStrangers: RateLimit = { name: 'mails to a stranger', times: 10, perMs: hourMs }

/** Providers that ignore dots. */
const withoutDots = new Set(['gmail.com', 'googlemail.com'])

/** One name for all addresses whose mails arrive in the same mailbox, as far as they show it: for limits only, never to find an account. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const [user = ''] = email.slice(0, at).toLowerCase().split('+', 1)
  return withoutDots.has(domain) ? `${user.replaceAll('.', '')}@gmail.com` : `${user}@${domain}`
}
