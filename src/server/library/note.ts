import type { Audit } from '#server/audit/index.ts'
import type { Transaction } from '#server/database/index.ts'

type Act = `${'ebook' | 'tip'}.${string}`

/** Writes an act into the log, in the transaction of the act itself. The act's name begins with what it was done to. */
export type Note = (tx: Transaction, act: Act, subjectId: string, details?: Record<string, unknown>) => Promise<void>

/** The acts of one person; null is the product itself, or an operator's command. */
export const notesOf =
  (audit: Audit, actorId: string | null): Note =>
  (tx, action, subjectId, details = {}) =>
    audit.record(tx, { actorId, action, subjectKind: action.slice(0, action.indexOf('.')), subjectId, details })

/** For what is filled in as a whole: the demo, an import that is noted as one act. */
export const noNotes: Note = async () => {}

/** What in particular the log names of each field: short values as they were and are, of long ones only that they changed. */
type Told = 'values' | 'name'

/** Which of these fields changed; null when none did. */
export function describeChange<Row extends object>(
  before: Row,
  after: Row,
  fields: { [Field in keyof Row]?: Told },
): { changed: string[]; before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = (Object.keys(fields) as (keyof Row & string)[]).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  if (changed.length === 0) return null
  const valuesOf = (row: Row) => Object.fromEntries(changed.filter((field) => fields[field] === 'values').map((field) => [field, row[field]]))
  return { changed: changed.filter((field) => fields[field] === 'name'), before: valuesOf(before), after: valuesOf(after) }
}
