import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from '#contract/kit/uuid.ts'

/** A token of an id, which reading the table alone does not reveal. */
export const tokenOf = (id: string, secret: Buffer): string =>
  `${id}-${createHmac('sha256', secret).update(id).digest('hex').slice(0, 32)}`

/** The id of a token; null for one that was not made here. */
export function idOfToken(token: string, secret: Buffer): string | null {
  const id = token.slice(0, 36)
  if (!/^[0-9a-f-]{36}-[0-9a-f]{32}$/.test(token) || !isUuid(id)) return null
  return timingSafeEqual(Buffer.from(tokenOf(id, secret)), Buffer.from(token)) ? id : null
}
