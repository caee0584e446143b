import { uuidPattern } from '#contract/kit/uuid.ts'
import * as z from 'zod/mini'
import { at, signedInEndpoint } from '#contract/kit/endpoint.ts'

/** A note on a lesson, or a bookmark or highlight in an e-book. */
const myNote = z.object({
  _id: z.string(),
  kind: z.enum(['note', 'bookmark', 'highlight']),
  /** The marked text of an e-book; empty for a note on a lesson. */
  quote: z.string(),
  /** Written by the user; may be empty at a mark. */
  text: z.string(),
  /** ISO 8601, UTC. */
  changedAt: z.string(),
  /** The course or e-book. */
  item: z.object({ kind: z.enum(['course', 'ebook']), _id: z.string(), title: z.string() }),
  /** The lesson or section. */
  place: z.object({
    _id: z.string(),
    title: z.string(),
    /** Moments in the text, such as [2:14], belong to its video. */ hasVideo: z.optional(z.boolean()),
  }),
  /** Where the marked text is, in characters of the section's plain text; null for a note on a lesson. */
  range: z.nullable(z.object({ start: z.number(), end: z.number() })),
})
export type MyNote = z.infer<typeof myNote>

const pageMessage = 'Halaman tidak valid'
const limitMessage = 'Jumlah per halaman 1–100'

const listMyNotesInput = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter')), ''),
  /** Milliseconds and id of the last entry of the page before. */
  before: z.optional(z.string().check(z.regex(new RegExp(String.raw`^\d{1,13}\.${uuidPattern}$`), pageMessage))),
  limit: z._default(
    z.coerce.number(limitMessage).check(z.int(limitMessage), z.minimum(1, limitMessage), z.maximum(100, limitMessage)),
    20,
  ),
})
export type ListMyNotesInput = z.infer<typeof listMyNotesInput>

export const notesContract = {
  listMyNotes: signedInEndpoint
    .route(at('GET /me/notes', 'My notes on lessons, and my bookmarks and highlights in e-books, last changed first'))
    .input(listMyNotesInput)
    .output(
      z.object({
        success: z.literal(true),
        data: z.array(myNote),
        /** `next`: the value of `before` for the next page; null on the last one. */
        meta: z.object({ limit: z.number(), next: z.nullable(z.string()) }),
      }),
    ),
}
