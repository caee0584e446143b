import type { Tx } from '#server/platform/database/index.ts'

/** A module's personal data. Modules above identity pass an implementation down, so that identity can export and erase accounts. */
export type PersonalData = {
  /** Key in the export. */
  name: string
  /** All stored data of this user, as plain data; what grows without bound as pages of it (`rowPages`). */
  export(userId: string): Promise<unknown>
  /** The name of a part whose erasure deletes what this one has to find first. */
  erasedBefore?: string
  /** Erases the user's data, or anonymizes it where the law requires keeping it. */
  erase(tx: Tx, user: { id: string; email: string }): Promise<void>
}
