import { randomInt } from 'node:crypto'

// Without vowels, so that no words arise, and without letters and digits that look or sound alike.
const alphabet = '2346789CDFGHJKMNPQRTVWXY'
const groupLength = 5

const newGroup = (): string =>
  Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

/**
 * A new order number, also its id at the provider: `KL-7F3K9-MWX2P`. Always of one length, because the provider signs several fields joined
 * without separators; older ids begin with `KLS-`. Nothing is opened by it: pages are addressed by the id of the transaction.
 */
export const newOrderId = (): string => `KL-${newGroup()}-${newGroup()}`

/** A number as people type it and banks pass it on: without hyphens, with spaces or in lower case. */
const written = new RegExp(`KL[\\s-]*((?:[${alphabet}][\\s-]*){${2 * groupLength}})`, 'gi')
/** The same of older orders, also with letters in place of digits. */
const writtenBefore = /KLS[\s-]*((?:[0-9A-TV-Z][\s-]*){26})/gi

const bare = (id: string): string => id.replaceAll(/[\s-]/g, '')

/** The order ids that stand in the cells of a line. */
export function orderIdsIn(cells: readonly string[]): string[] {
  const text = cells.join(' ').toUpperCase()
  const ids = [...text.matchAll(written)].map(
    ([, id = '']) => `KL-${bare(id).slice(0, groupLength)}-${bare(id).slice(groupLength)}`,
  )
  const before = [...text.matchAll(writtenBefore)].map(
    ([, id = '']) => `KLS-${bare(id).replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`,
  )
  return [...new Set([...ids, ...before])]
}
