import type { Check } from './check.ts'
import { booksCheck } from './books.ts'
import { databaseChecks } from './database.ts'
import { issuerCheck } from './issuer.ts'
import { outsideChecks } from './outside.ts'
import { addressCheck, demoCheck, serverChecks, versionCheck } from './server.ts'
import { storedChecks } from './stored.ts'

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
