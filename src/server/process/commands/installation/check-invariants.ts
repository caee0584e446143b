import { listViolations } from '#server/platform/backup/index.ts'
import { commerceInvariants } from '#server/commerce/index.ts'
import type { Place } from './run-command.ts'
import { openDatabase } from '#server/platform/database/index.ts'
import { learningInvariants, listForgedCertificates } from '#server/learning/index.ts'

/** Checks the books, enrolments and certificates of an installation that is not running. Returns what is violated. */
export async function checkInvariants({
  dataDir,
  databaseUrl,
}: Place): Promise<{ checked: number; violated: string[] }> {
  const invariants = [...commerceInvariants, ...learningInvariants]
  const database = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir })
  const session = await database.openSession()
  try {
    const violated = await listViolations(session, invariants)
    const forged = await listForgedCertificates(session)
    if (forged.length > 0)
      violated.push(`certificates are signed by their key: ${forged.length} are not, such as ${forged[0]}`)
    return { checked: invariants.length + 1, violated }
  } finally {
    await session.close()
    await database.close()
  }
}
