import type { ListMyNotesInput, MyNote } from '#contract/learning/notes.ts'
import type { Learning } from '#server/learning/index.ts'
import type { Library } from '#server/library/index.ts'

/** One page of a user's notes, bookmarks and highlights, and the value of `before` for the next one. */
export async function listMyNotes(
  { learning, library }: { learning: Learning; library: Library },
  userId: string,
  { q, before, limit }: ListMyNotesInput,
): Promise<{ notes: MyNote[]; next: string | null }> {
  // One entry more than shown reveals whether another page follows. Either list could fill the page alone.
  const part = { q, before: before === undefined ? null : readKey(before), limit: limit + 1 }
  const [notes, marks] = await Promise.all([learning.listAllNotes(userId, part), library.listAllMarks(userId, part)])
  const found = [...notes, ...marks].toSorted((a, b) =>
    a.changedAt === b.changedAt ? compare(b._id, a._id) : compare(b.changedAt, a.changedAt),
  )
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { notes: shown, next: last && found.length > limit ? `${Date.parse(last.changedAt)}.${last._id}` : null }
}

const compare = (a: string, b: string): number => (a < b ? -1 : 1)

function readKey(before: string): { at: Date; id: string } {
  const [milliseconds, id = ''] = before.split('.')
  return { at: new Date(Number(milliseconds)), id }
}
