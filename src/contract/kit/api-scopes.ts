/** Rights of an API key. Each operation names its scope in the contract; an operation without one never accepts a key. */
export const apiScopes = [
  'courses:read',
  'students:read',
  'enrollments:read',
  'enrollments:write',
  'transactions:read',
] as const
export type ApiScope = (typeof apiScopes)[number]
