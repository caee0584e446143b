// Checks of stored data by hand: schemas of zod would weigh on every page that shows progress (decision 46).

export type Fields = Readonly<Record<string, unknown>>

/** Throws when the value is not an object. */
export function parseObject(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('Stored data must be an object')
  return value as Fields
}

/** An object with values of one kind. */
export const parseRecord = <Value>(value: unknown, parse: (value: unknown) => Value): Record<string, Value> =>
  Object.fromEntries(Object.entries(parseObject(value)).map(([key, entry]) => [key, parse(entry)]))

export const parseString = (value: unknown): string => parsePrimitive(value, 'string') as string
export const parseNumber = (value: unknown): number => parsePrimitive(value, 'number') as number
export const parseBoolean = (value: unknown): boolean => parsePrimitive(value, 'boolean') as boolean

function parsePrimitive(value: unknown, type: 'string' | 'number' | 'boolean'): unknown {
  if (typeof value !== type) throw new Error(`Stored data must be a ${type}`)
  return value
}
