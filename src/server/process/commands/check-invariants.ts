import { listViolations } from '#server/platform/backup/index.ts'
import { invariants } from '#server/app/domains.ts'
import { withDatabase } from './on-installation.ts'
import type { Place } from './run-command.ts'
import { listForgedCertificates } from '#server/learning/index.ts'

/** Checks the books, enrolments and certificates of an installation that is not running. Returns what is violated. */
export const checkInvariants = (place: Place): Promise<{ checked: number; violated: string[] }> =>
  withDatabase(place, async (database) => {
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
