/** The log has a changed field with its 'values' before and after, or a long one by its 'name' only. */
type Detail = 'values' | 'name'

/** The changes of these fields; null when none changed. */
export function describeChange<Row extends object>(
  before: Row,
  after: Row,
  fields: { [Field in keyof Row]?: Detail },
): { changed: string[]; before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = (Object.keys(fields) as (keyof Row & string)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
  if (changed.length === 0) return null
  const valuesOf = (row: Row) =>
    Object.fromEntries(changed.filter((field) => fields[field] === 'values').map((field) => [field, row[field]]))
  return {
    changed: changed.filter((field) => fields[field] === 'name'),
    before: valuesOf(before),
    after: valuesOf(after),
  }
}
