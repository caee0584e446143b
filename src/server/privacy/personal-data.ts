import type { Tx } from '#server/platform/database/index.ts'
import type { Privacy } from './privacy.ts'

/** Consents end with the account; requests stay without who made them. */
export const privacyPersonalData = ({ consents, requests }: Privacy) => ({
  name: 'privacy',

  async export(userId: string): Promise<unknown> {
    const rows = await requests.listOf(userId)
    return {
      consents: await consents.list(userId),
      requests: rows.map(({ id, kind, body, state, answer, receivedAt, closedAt }) => ({
        id,
        kind,
        text: body,
        state,
        answer,
        receivedAt,
        closedAt,
      })),
    }
  },

  async erase(tx: Tx, { id }: { id: string; email: string }): Promise<void> {
    await consents.endAll(tx, id)
    await requests.erase(tx, id)
  },
})
