import { mustWait, type MustWait } from '#server/platform/protection/index.ts'
import type { IdentityDeps } from '#server/identity/deps.ts'
import { passkeyChallengesPerClient } from '#server/identity/limits.ts'
import { makeSignatureOptions } from './passkeys.ts'
import { relyingPartyOf } from './relying-party.ts'

type Made = { outcome: 'made'; options: Awaited<ReturnType<typeof makeSignatureOptions>> }

/** WebAuthn options to sign in. `solution` is the header X-Challenge. */
export async function makeSignInOptions(
  { database, clock, rateLimiter, challenges, publicUrl }: IdentityDeps,
  { client, solution }: { client: string; solution: string | null },
): Promise<Made | MustWait> {
  const hasSolved = await challenges.consume(solution, { purpose: 'passkey', client })
  const limit = hasSolved ? null : await rateLimiter.take([passkeyChallengesPerClient, client])
  if (limit?.allowed === false)
    return mustWait(await challenges.describeWait(limit, { purpose: 'passkey', client, difficulty: 'normal' }))
  return {
    outcome: 'made',
    options: await makeSignatureOptions(database.query, relyingPartyOf(publicUrl), clock.now()),
  }
}
