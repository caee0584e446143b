import { dayMs } from '#contract/kit/durations.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { verifyEmailMessage } from '#server/identity/messages.ts'
import { verificationDays } from './lifetimes.ts'
import { makeLink } from './links.ts'

/** Mails the link that confirms an address. */
export async function queueVerification(
  tx: Tx,
  { mail, clock, publicUrl }: Pick<IdentityDeps, 'mail' | 'clock' | 'publicUrl'>,
  { id, name, email, isCounted = false }: { id: string; name: string; email: string; isCounted?: boolean },
): Promise<void> {
  const token = await makeLink(tx, {
    userId: id,
    purpose: 'verify-email',
    lifeMs: verificationDays * dayMs,
    now: clock.now(),
  })
  await mail.queue(tx, {
    kind: 'verify-email',
    to: { name, email },
    message: verifyEmailMessage(publicUrl, token),
    isSecret: true,
    ownerId: id,
    ...(isCounted ? { cause: 'counted' } : {}),
  })
}
