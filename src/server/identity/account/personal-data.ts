import type { Transaction } from '#server/database/index.ts'

/**
 * What a module knows about people. Identity asks nobody above it; each module hands one of these down, so that an
 * account can be taken along and erased everywhere.
 */
export type PersonalData = {
  /** Its name in the export. */
  name: string
  /** Everything that is kept about this person, as plain data. */
  export(userId: string): Promise<unknown>
  /** Erases it, or makes it nobody's where the law asks to keep it. */
  forget(tx: Transaction, user: { id: string; email: string }): Promise<void>
}
