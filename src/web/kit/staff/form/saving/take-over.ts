import type { FieldValues } from 'react-hook-form'
import { changedFields } from './changed-fields.ts'

/**
 * The fields of a form that take the values of a newer version of the record, which a save then starts from. Null when that version
 * changes what was typed: the save starts from the version that was typed over, and is rejected as outdated.
 */
export function takeOver({
  started,
  loaded,
  typed,
}: Record<'started' | 'loaded' | 'typed', FieldValues>): string[] | null {
  const newer = Object.keys(changedFields(loaded, started))
  return newer.some((name) => name in typed) ? null : newer
}
