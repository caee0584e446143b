import type { FieldValues } from 'react-hook-form'

/**
 * The changed fields with their values. A restored draft has no others, so that it does not revert what another user saved meanwhile. Chosen
 * files cannot be stored.
 */
export const changedFields = (values: FieldValues, start: FieldValues): FieldValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !hasFile(value) && JSON.stringify(value) !== JSON.stringify(start[name]),
    ),
  )

export const hasFile = (value: unknown): boolean => [value].flat().some((part) => part instanceof File)
