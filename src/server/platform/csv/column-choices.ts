import { createHash } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import type { Clock } from '#server/platform/clock.ts'
import { deleteSome, type Database } from '#server/platform/database/index.ts'
import { columnChoices } from './choice-tables.ts'
import { addedColumns } from './faulty-rows.ts'
import { headerWords } from './match-columns.ts'

export type ChoiceDeps = { database: Database; clock: Clock }
/** Whose choice, for which reader, and the names of the columns. */
export type ChoiceOf = { userId: string; reader: string; header: readonly string[] }

/** Rows that were left out come back with two columns more: they have the shape of their file. */
function digestOf({ userId, reader, header }: ChoiceOf): string {
  const words = header.map(headerWords)
  const added = addedColumns.map(headerWords)
  const own = added.every((name, index) => words.at(index - added.length) === name)
    ? words.slice(0, -added.length)
    : words
  return createHash('sha256')
    .update(JSON.stringify([userId, reader, ...own]))
    .digest('hex')
}

/** Finds the person’s choice for an earlier file with the same columns; null without. */
export async function keptChoice({ database }: ChoiceDeps, of: ChoiceOf): Promise<string[] | null> {
  const [kept] = await database.query
    .select({ roles: columnChoices.roles })
    .from(columnChoices)
    .where(eq(columnChoices.digest, digestOf(of)))
  return kept?.roles ?? null
}

export async function keepChoice({ database, clock }: ChoiceDeps, of: ChoiceOf, roles: readonly string[]) {
  const chosen = { roles: [...roles], chosenAt: clock.now() }
  await database.query
    .insert(columnChoices)
    .values({ digest: digestOf(of), ...chosen })
    .onConflictDoUpdate({ target: columnChoices.digest, set: chosen })
}

export const deleteOldChoices = ({ query }: Database, before: Date, limit: number): Promise<number> =>
  deleteSome(query, columnChoices, { id: columnChoices.digest, where: lt(columnChoices.chosenAt, before) }, limit)
