import { eq } from 'drizzle-orm'
import { paths } from '#contract/kit/paths.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import type { Refusal } from '#server/platform/outcomes.ts'
import { findSendable } from './resend-gift.ts'
import { hashGiftToken, newGiftToken } from './send-gift.ts'
import { gifts } from './tables.ts'

type Made = { outcome: 'made'; url: string } | Refusal<'not-found' | 'not-sendable' | 'already-claimed'>

/** A link that the giver passes on themselves. The one made before ends; the mailed one stays, and is sent as planned. */
export async function makeGiftLink(
  { database, publicUrl }: CommerceDeps,
  giver: Pick<Viewer, 'id'>,
  id: string,
): Promise<Made> {
  return database.transaction(async (tx) => {
    const sendable = await findSendable(tx, giver, id)
    if (sendable.outcome !== 'sendable') return sendable
    const token = newGiftToken()
    await tx
      .update(gifts)
      .set({ linkHash: hashGiftToken(token) })
      .where(eq(gifts.transactionId, id))
    return { outcome: 'made', url: publicUrl + paths.gift({ token }) }
  })
}
