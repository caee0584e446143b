import type * as z from 'zod/mini'

type Definition = {
  type: string
  innerType?: z.core.$ZodType
  in?: z.core.$ZodType
  element?: z.core.$ZodType
  valueType?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
  catchall?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  checks?: readonly (z.core.$ZodCheck & { maximumKeys?: number })[]
}

/**
 * The input with every list and record cut to one more entry than its schema allows, and without fields that no schema has. Validating it gives the same error as before, without the time and
 * the errors of thousands of values that do not matter.
 */
export function cutToLimits(schema: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const definition = schema._zod.def as unknown as Definition
  const inner = definition.innerType ?? definition.in
  if (inner) return cutToLimits(inner, value)
  if (definition.type === 'union') return cutUnion(definition.options ?? [], value)
  if (definition.type === 'array' && Array.isArray(value)) {
    const { element } = definition
    const cut = value.slice(0, (maximumOf(definition) ?? Infinity) + 1)
    return element ? cut.map((entry) => cutToLimits(element, entry)) : cut
  }
  if (Array.isArray(value) || !isPlain(value)) return value
  if (definition.type === 'record') {
    const { valueType } = definition
    const cut = firstEntries(value, (maximumOf(definition) ?? Infinity) + 1)
    return Object.fromEntries(cut.map(([key, entry]) => [key, valueType ? cutToLimits(valueType, entry) : entry]))
  }
  const { shape, catchall } = definition
  if (!shape) return value
  const known = Object.entries(shape).filter(([key]) => Object.hasOwn(value, key))
  const cut = Object.fromEntries(known.map(([key, schema]) => [key, cutToLimits(schema, value[key])]))
  return catchall ? { ...value, ...cut } : cut
}

/** Files and other objects with a class stay as they are. */
const isPlain = (value: object): value is Record<string, unknown> =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value))

function firstEntries(value: Record<string, unknown>, count: number): [string, unknown][] {
  const entries: [string, unknown][] = []
  for (const key in value) {
    if (entries.length >= count) break
    if (Object.hasOwn(value, key)) entries.push([key, value[key]])
  }
  return entries
}

/** Each option that could be meant cuts what it would read; what one of them allows stays. */
function cutUnion(options: readonly z.core.$ZodType[], value: object): unknown {
  const meant = options.filter((option) => mayBe(option, value))
  const [only, ...others] = meant
  return only && others.length === 0 ? cutToLimits(only, value) : value
}

/** True when the option is of the kind of the value, and its literals, such as the type of a question, are those of the value. */
function mayBe(option: z.core.$ZodType, value: object): boolean {
  const { type, shape } = option._zod.def as unknown as Definition
  if (Array.isArray(value)) return type === 'array'
  if (type === 'record') return true
  if (type !== 'object' || !shape) return false
  return Object.entries(shape).every(([key, part]) => {
    const { values } = part._zod
    return (
      (part._zod.def as { type: string }).type !== 'literal' ||
      values?.has((value as Record<string, never>)[key] as never) === true
    )
  })
}

/** The largest number of entries that the checks of a schema allow; null without one. */
export function maximumOf({ checks = [] }: Pick<Definition, 'checks'>): number | null {
  const maxima = checks.map(
    (check) =>
      check.maximumKeys ??
      (check._zod.def.check === 'max_length' ? (check._zod.def as { maximum?: number }).maximum : undefined),
  )
  const known = maxima.filter((maximum) => maximum !== undefined)
  return known.length > 0 ? Math.min(...known) : null
}
