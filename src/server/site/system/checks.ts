import type { Check } from './check.ts'
import { booksCheck } from './check-books.ts'
import { databaseChecks } from './check-database.ts'
import { issuerCheck } from './check-issuer.ts'
import { outsideChecks } from './check-outside.ts'
import { addressCheck, demoCheck, serverChecks, versionCheck } from './check-server.ts'
import { storedChecks } from './check-stored.ts'

/** Every check, in the order in which they are shown. */
export const checks: readonly Check[] = [
  versionCheck,
  addressCheck,
  demoCheck,
  ...databaseChecks,
  booksCheck,
  ...outsideChecks,
  issuerCheck,
  ...storedChecks,
  ...serverChecks,
]
