/** Did a write break this unique constraint or index? Both drivers wrap PostgreSQL's error; its fields sit on a cause. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code, constraint: named, constraint_name: namedByDriver } = current as { code?: unknown; constraint?: unknown; constraint_name?: unknown }
    if (code === '23505') return named === constraint || namedByDriver === constraint
  }
  return false
}
