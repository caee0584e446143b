/** A value as beginners write it. Deep and wide ones are cut off. */
export function describeValue(value: unknown, longest: number): string {
  let room = longest
  const seen = new Set<unknown>()
  function describe(part: unknown, depth: number): string {
    if (room < 0) return '…'
    const text = describePart(part, depth)
    room -= text.length
    return text
  }
  function describePart(part: unknown, depth: number): string {
    if (typeof part === 'string') return JSON.stringify(part.slice(0, longest))
    if (typeof part === 'bigint') return `${part}n`
    if (typeof part === 'function') return `fungsi ${part.name || 'tanpa nama'}`
    if (typeof part !== 'object' || part === null) return String(part)
    if (seen.has(part)) return '(berulang)'
    if (depth > 4) return Array.isArray(part) ? '[…]' : '{…}'
    seen.add(part)
    try {
      return describeObject(part, depth)
    } finally {
      seen.delete(part)
    }
  }
  function describeObject(part: object, depth: number): string {
    if (part instanceof Error) return `${part.name}: ${part.message}`
    if (part instanceof Date) return Number.isNaN(part.getTime()) ? 'tanggal yang salah' : part.toISOString()
    if (part instanceof RegExp) return String(part)
    if ('outerHTML' in part) return String(part.outerHTML).slice(0, longest)
    if (part instanceof Map) return `Map ${describe([...part].slice(0, maximumItems), depth)}`
    if (part instanceof Set) return `Set ${describe([...part].slice(0, maximumItems), depth)}`
    if (Array.isArray(part)) {
      const items = part.slice(0, maximumItems).map((item) => describe(item, depth + 1))
      return `[${[...items, ...(part.length > maximumItems ? ['…'] : [])].join(', ')}]`
    }
    const keys = Object.keys(part)
    const fields = keys
      .slice(0, maximumItems)
      .map((key) => `${key}: ${describe((part as Record<string, unknown>)[key], depth + 1)}`)
    return keys.length === 0 ? '{}' : `{ ${[...fields, ...(keys.length > maximumItems ? ['…'] : [])].join(', ')} }`
  }
  const text = describe(value, 0)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const maximumItems = 100

/** Equal in what beginners see: numbers, texts, lists and objects with equal parts. */
export function isEqual(one: unknown, other: unknown, depth = 0): boolean {
  if (Object.is(one, other) || one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null || depth > 50) return false
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime()
  if (one instanceof Set && other instanceof Set) return isEqual([...one], [...other], depth + 1)
  if (one instanceof Map && other instanceof Map) return isEqual([...one], [...other], depth + 1)
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [keys, others] = [Object.keys(one), Object.keys(other)]
  return (
    keys.length === others.length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isEqual((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key], depth + 1),
    )
  )
}
