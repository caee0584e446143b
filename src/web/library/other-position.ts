import { mergeReading, nothingRead, type ReadingPosition } from '#contract/library/reading.ts'
import type { StoredReading } from './reading-store.ts'

type Position = ReadingPosition | null
type Answer = { position: Position; replaced?: Position | undefined }

const isSame = (one: Position, other: Position): boolean => JSON.stringify(one) === JSON.stringify(other)
const laterOf = (one: Position, other: Position): Position =>
  mergeReading({ ...nothingRead, position: one }, { ...nothingRead, position: other }).position

/** A sent position is known to be this device's own. */
export const noteSent = (stored: StoredReading): StoredReading => ({
  ...stored,
  known: [...stored.known, stored.reading.position].slice(-20),
})

/** The position of another device: a later one, or one that was replaced without this device having known it. */
export function findOther(
  { position, replaced = null }: Answer,
  { known, local }: { known: readonly Position[]; local: Position },
): Position {
  const later = laterOf(local, position)
  if (!isSame(later, local)) return later
  return replaced && !known.some((each) => isSame(each, replaced)) ? replaced : null
}
