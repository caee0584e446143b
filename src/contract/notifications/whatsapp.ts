import * as z from 'zod/mini'
import { cleanIdentifier } from '#contract/kit/text/identifier.ts'
import { at, response, signedInEndpoint } from '#contract/kit/endpoint.ts'

// Notifications by WhatsApp, at a number that its owner proved with a code.

export const numberMessage = 'Tulis nomor WhatsApp seperti 0812 3456 7890, atau dengan kode negara di luar Indonesia'

/** As typed: the server reads it, because the rules of every country are too large for a page. */
const number = z.string(numberMessage).check(z.maxLength(60, numberMessage))
const codeMessage = 'Kode terdiri dari 6 angka'

export const codeDigits = 6
const whatsApp = z.object({
  /** True when this site sends by WhatsApp at all. */
  isOffered: z.boolean(),
  /** My confirmed number with its country code, such as +6281234567890; null: none. */
  number: z.nullable(z.string()),
  /** A number that waits for the code which was sent to it, and until when. */
  pending: z.nullable(z.object({ number: z.string(), validUntil: z.string() })),
})
export type WhatsApp = z.infer<typeof whatsApp>

const off = { WHATSAPP_OFF: { status: 409, message: 'WhatsApp belum tersedia di situs ini.' } } as const

export const whatsAppContract = {
  showWhatsApp: signedInEndpoint
    .route(at('GET /me/whatsapp', 'My WhatsApp number for notifications'))
    .output(response(whatsApp)),
  startWhatsApp: signedInEndpoint
    .errors(off)
    .route(
      at(
        'POST /me/whatsapp',
        'Send a code to a WhatsApp number, to prove that it is mine',
        'Kode dikirim lewat WhatsApp.',
      ),
    )
    .input(z.object({ number }))
    .output(response(whatsApp)),
  confirmWhatsApp: signedInEndpoint
    .route(
      at(
        'POST /me/whatsapp/confirm',
        'Prove the number with the code; a few attempts, then it takes a new code',
        'Nomor WhatsApp tersimpan.',
      ),
    )
    .input(
      z.object({ code: z.string(codeMessage).check(z.overwrite(cleanIdentifier), z.regex(/^\d{6}$/, codeMessage)) }),
    )
    .output(response(whatsApp)),
  removeWhatsApp: signedInEndpoint
    .route(
      at('DELETE /me/whatsapp', 'Remove my WhatsApp number; nothing more is sent to it', 'Nomor WhatsApp dihapus.'),
    )
    .output(response(whatsApp)),
}
