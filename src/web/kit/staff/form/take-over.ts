import type { FieldValues } from 'react-hook-form'
import { changedFields } from './changed-fields.ts'

type Versioned = { values: FieldValues; version: number }
type Options = {
  /** The form started from this. */
  base: Versioned
  /** Saved by the form since then; null without a save. */
  sent: FieldValues | null
  loaded: Versioned
  typed: FieldValues
}

/**
 * The fields of a form that take the values of a newer version of the record, which a save then starts from. Null when that version
 * changes what was typed: the save starts from the version that was typed over, and is rejected as outdated.
 */
export function takeOver({ base, sent, loaded, typed }: Options): string[] | null {
  // The next version after a save of this form is what it sent. One after that may be of somebody else.
  if (sent && loaded.version === base.version + 1) return []
  const newer = Object.keys(changedFields(loaded.values, sent ?? base.values))
  return newer.some((name) => name in typed) ? null : newer
}
