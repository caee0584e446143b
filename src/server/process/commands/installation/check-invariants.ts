import { listViolations } from '#server/platform/backup/index.ts'
import { commerceInvariants } from '#server/commerce/index.ts'
import { withDatabase } from './on-installation.ts'
import type { Place } from './run-command.ts'
import { learningInvariants, listForgedCertificates } from '#server/learning/index.ts'

/** Checks the books, enrolments and certificates of an installation that is not running. Returns what is violated. */
export const checkInvariants = (place: Place): Promise<{ checked: number; violated: string[] }> =>
  withDatabase(place, async (database) => {
    const invariants = [...commerceInvariants, ...learningInvariants]
    const session = await database.openSession()
    try {
      const violated = await listViolations(session, invariants)
      const forged = await listForgedCertificates(session)
      if (forged.length > 0)
        violated.push(`certificates are signed by their key: ${forged.length} are not, such as ${forged[0]}`)
      return { checked: invariants.length + 1, violated }
    } finally {
      await session.close()
    }
  })
