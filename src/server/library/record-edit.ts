import type { Audit } from '#server/audit/index.ts'
import type { Tx } from '#server/database/index.ts'

type EditAction = `${'ebook' | 'tip'}.${string}`

/** Records an action in the audit log, in the database transaction of the action. The action's name starts with the kind of its subject. */
export type RecordEdit = (tx: Tx, action: EditAction, subjectId: string, details?: Record<string, unknown>) => Promise<void>

/** Records actions of one actor; null for the system itself or an operator command. */
export const recordEditsOf =
  (audit: Audit, actorId: string | null): RecordEdit =>
  (tx, action, subjectId, details = {}) =>
    audit.record(tx, { actorId, action, subjectKind: action.slice(0, action.indexOf('.')), subjectId, details })

/** For bulk changes: the demo, or an import that is recorded as one action. */
export const recordNothing: RecordEdit = async () => {}

/** What the log records of a changed field: 'values' before and after, or for long fields only the 'name'. */
type Detail = 'values' | 'name'

/** The changes of these fields; null when none changed. */
export function describeChange<Row extends object>(
  before: Row,
  after: Row,
  fields: { [Field in keyof Row]?: Detail },
): { changed: string[]; before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = (Object.keys(fields) as (keyof Row & string)[]).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  if (changed.length === 0) return null
  const valuesOf = (row: Row) => Object.fromEntries(changed.filter((field) => fields[field] === 'values').map((field) => [field, row[field]]))
  return { changed: changed.filter((field) => fields[field] === 'name'), before: valuesOf(before), after: valuesOf(after) }
}
