import type { SignedIn } from '#testing/factories.ts'
import { buy } from '#testing/materials/purchases.ts'
import type { TestSite } from '#testing/test-site.ts'

export const tokenOfTeam = ({ joinUrl }: { joinUrl: string }): string =>
  new URL(joinUrl).pathname.split('/').at(-1) ?? ''

/** Buys seats of a course for a new team. */
export async function buyTeam(
  site: TestSite,
  buyer: SignedIn,
  { courseId, seats = 3, npwp = null }: { courseId: string; seats?: number; npwp?: string | null },
): Promise<{ teamId: string; token: string; transactionId: string; orderId: string }> {
  const order = await buy(site, buyer, { courseId, seats, team: { name: 'PT Maju Bersama', npwp } })
  const [team] = (await site.call('GET', '/me/teams', { token: buyer.token })).body.data
  return { ...order, teamId: team._id, token: tokenOfTeam(team) }
}

type TeamWorld = { teamId: string; studentId: string }

/** Who may call what belongs to a team, which the student manages and is in. */
export function teamRows<Caller>({ manager }: { manager: readonly Caller[] }) {
  const of = (after: string) => ({ owners: manager, url: ({ teamId }: TeamWorld) => `/teams/${teamId}${after}` })
  return {
    'POST /teams/{id}/link': of('/link'),
    'POST /teams/{id}/invitations': { ...of('/invitations'), body: () => ({ emails: ['undangan@contoh.id'] }) },
    'GET /teams/{id}/members': of('/members'),
    'GET /teams/{id}/members/export': of('/members/export'),
    'PUT /me/teams/{id}/consent': {
      owners: manager,
      url: ({ teamId }: TeamWorld) => `/me/teams/${teamId}/consent`,
      body: () => ({ showProgress: true }),
    },
    'PUT /teams/{id}/manager': {
      ...of('/manager'),
      body: ({ studentId }: TeamWorld) => ({ userId: studentId }),
    },
    'DELETE /teams/{id}/members/{userId}': {
      owners: manager,
      url: ({ teamId, studentId }: TeamWorld) => `/teams/${teamId}/members/${studentId}`,
    },
  }
}
