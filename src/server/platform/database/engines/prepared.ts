import { hash } from 'node:crypto'
import { hasCode } from '#server/platform/database/failures.ts'
import type { QueryClient } from '#server/platform/database/timed-clients.ts'

/** Names every statement after its text, so that each connection prepares it once. */
export const preparing = (client: QueryClient): QueryClient => ({
  async query(config, values) {
    try {
      return await client.query({ ...config, name: hash('sha1', config.text) }, values)
    } catch (error) {
      // A migration changed its columns. The pool has closed that connection; others may have it prepared as well.
      if (!hasCode(error, /^0A000$/)) throw error
      return client.query(config, values)
    }
  },
})
