import type { Tx } from '#server/platform/database/index.ts'
import type { Privacy } from './privacy.ts'

/** Consents end with the account; requests stay without who made them. */
export const privacyPersonalData = ({ consents, requests }: Privacy) => ({
  name: 'privacy',

  async export(userId: string): Promise<unknown> {
    return { consents: consents.exportOf(userId), requests: requests.exportOf(userId) }
  },

  async erase(tx: Tx, { id }: { id: string; email: string }): Promise<void> {
    await consents.endAll(tx, id)
    await requests.erase(tx, id)
  },
})
