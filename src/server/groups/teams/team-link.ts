import { eq } from 'drizzle-orm'
import { paths } from '#contract/kit/paths.ts'
import { groups, idOfToken, tokenOf } from '#server/groups/index.ts'
import type { Queryable } from '#server/platform/database/index.ts'
import type { TeamsDeps } from './deps.ts'
import { asTeam, type TeamRow } from './team-row.ts'

/** Said of a link that was made up or ended: its team may well exist. */
export const linkEnded = 'Tautan ini tidak berlaku lagi. Minta tautan baru ke pengelola timnya, ya.'

export const joinUrlOf = async (
  { publicUrl, readLinkSecret }: Pick<TeamsDeps, 'publicUrl' | 'readLinkSecret'>,
  { linkId }: Pick<TeamRow, 'linkId'>,
): Promise<string> => `${publicUrl}${paths.joinTeam({ token: tokenOf(linkId, await readLinkSecret()) })}`

/** The team of a link; null for one that was made up or ended. */
export async function findTeamOfLink(
  tx: Queryable,
  { readLinkSecret }: Pick<TeamsDeps, 'readLinkSecret'>,
  token: string,
): Promise<TeamRow | null> {
  const linkId = idOfToken(token, await readLinkSecret())
  if (linkId === null) return null
  const [row] = await tx.select().from(groups).where(eq(groups.linkId, linkId))
  return asTeam(row)
}
