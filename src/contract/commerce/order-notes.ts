import * as z from 'zod/mini'
import { adminEndpoint, at, id, response } from '#contract/kit/endpoint.ts'
import { visibleText } from '#contract/kit/text/visible-text-rules.ts'

// Notes of admins about an order: for each other, or to its buyer.

/** Per order. */
export const maximumOrderNotes = 100

const orderNote = z.object({
  _id: z.string(),
  /** Null when the account was deleted. */
  author: z.nullable(z.string()),
  text: z.string(),
  /** It was mailed to the buyer, so it stays. */
  isSent: z.boolean(),
  createdAt: z.string(),
})
export type OrderNote = z.infer<typeof orderNote>

const missing = 'Tulis catatannya'
export const orderNoteInput = z.object({
  text: z.string(missing).check(
    z.overwrite((text) => text.replaceAll('\r\n', '\n')),
    z.trim(),
    z.minLength(1, missing),
    visibleText(missing),
    z.maxLength(2_000, 'Catatan maksimal 2.000 karakter'),
  ),
  sendToBuyer: z.boolean('Pilih dikirim ke pembeli atau tidak'),
  /** Made by the sender: what arrives again with the same key and words is the same note. */
  key: z.optional(id),
})
export type OrderNoteInput = z.infer<typeof orderNoteInput>

const byId = z.object({ id })

export const orderNotesContract = {
  listOrderNotes: adminEndpoint
    .route(
      at(
        'GET /admin/transactions/{id}/notes',
        `What admins wrote about a transaction, newest last; at most ${maximumOrderNotes}`,
      ),
    )
    .input(byId)
    .output(response(z.array(orderNote))),
  addOrderNote: adminEndpoint
    .route(
      at('POST /admin/transactions/{id}/notes', 'Add a note to a transaction, and mail it to the buyer if wanted', {
        successStatus: 201,
      }),
    )
    .input(z.extend(orderNoteInput, { id }))
    .output(response(orderNote))
    .errors({
      TOO_MANY_NOTES: {
        status: 409,
        message: `Satu pesanan punya paling banyak ${maximumOrderNotes} catatan. Hapus dulu yang tidak dikirim ke pembeli.`,
      },
    }),
  deleteOrderNote: adminEndpoint
    .route(at('DELETE /admin/notes/{id}', 'Delete a note that was not mailed to the buyer', 'Catatan dihapus.'))
    .input(byId)
    .output(response(z.null()))
    .errors({
      ALREADY_SENT: { status: 409, message: 'Catatan ini sudah dikirim ke pembeli, jadi tidak bisa dihapus.' },
    }),
}
