import { v7 } from 'uuid'

/**
 * A new id (UUID version 7). Ids of one process are in the order in which they were made, also within a millisecond: rows that are written
 * together keep their order in lists that are sorted by time and id.
 */
export const newId = (): string => v7()
