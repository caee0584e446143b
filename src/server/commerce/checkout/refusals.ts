import type { OfferKey } from '#server/commerce/items/offers.ts'
import { refusedFields } from '#server/platform/outcomes.ts'

// Why something is not bought, in the words for what it is. Without a sentence here the one of the error, which is about a course.

type Wanted = readonly OfferKey[]

const kindOf = (wanted: Wanted): OfferKey['kind'] | 'cart' =>
  wanted.length === 1 ? (wanted[0]?.kind ?? 'cart') : 'cart'

const refusal =
  <const Name extends string>(outcome: Name, messages: Partial<Record<OfferKey['kind'] | 'cart', string>>) =>
  (wanted: Wanted): { outcome: Name; message: string | undefined } => ({ outcome, message: messages[kindOf(wanted)] })

/** The same for every reason, so that the existence of a draft is not revealed. */
export const notFound = refusal('not-found', {
  course: 'Course data not found',
  ebook: 'E-book tidak ditemukan',
  bundle: 'Paket tidak ditemukan',
  path: 'Jalur tidak ditemukan',
  cart: 'Tidak ada yang bisa dibeli',
})
export const alreadyEnrolled = refusal('already-enrolled', {
  ebook: 'E-book ini sudah jadi milikmu.',
  bundle: 'Semua isi paket ini sudah jadi milikmu.',
  path: 'Semua kelas di jalur ini sudah jadi milikmu.',
  cart: 'Semua isi keranjang ini sudah jadi milikmu.',
})
export const emptyItem = refusal('empty-item', { ebook: 'E-book ini belum punya isi.' })
export const heldPayment = refusal('under-review', {
  ebook: 'Pembayaran untuk e-book ini sedang diperiksa. Tunggu sebentar, ya.',
})

export const giftRejected = (field: 'gift' | 'gift.email' | 'gift.sendOn', message: string) =>
  refusedFields('gift-rejected', { [field]: message })
export const methodUnavailable = () =>
  refusedFields('method-unavailable', { method: 'Cara bayar ini sedang tidak tersedia.' })
