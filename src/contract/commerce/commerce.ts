import * as z from 'zod/mini'
import { cleanCode, cleanEmail } from '#contract/kit/text/identifier.ts'
import { cohortErrors } from '#contract/groups/cohort-errors.ts'
import { maximumTeamSeats, minimumTeamSeats, teamInput } from '#contract/groups/team-input.ts'
import { invoice, paymentMethods, transaction } from './transactions.ts'
import { at, response, id, providerEndpoint, publicEndpoint, signedInEndpoint } from '#contract/kit/endpoint.ts'

const promoCode = z.optional(z.string().check(z.overwrite(cleanCode), z.maxLength(40, 'Kode promo tidak valid.')))

const oneItem = {
  courseId: z.optional(id),
  ebookId: z.optional(id),
  bundleId: z.optional(id),
  pathId: z.optional(id),
  /** Courses of cohorts only; not a gift, whose receiver chooses. */
  cohortId: z.optional(id),
}
const namesOne = ({
  courseId,
  ebookId,
  bundleId,
  pathId,
  teamId,
  items,
}: {
  courseId?: unknown
  ebookId?: unknown
  bundleId?: unknown
  pathId?: unknown
  teamId?: unknown
  items?: unknown
}) => [courseId, ebookId, bundleId, pathId, teamId, items].filter((each) => each !== undefined).length === 1

const seatsMessage = `Jumlah kursi 1–${maximumTeamSeats}`

export const maximumCartItems = 50

const personName = z
  .string('Nama penerima wajib diisi')
  .check(z.trim(), z.minLength(1, 'Nama penerima wajib diisi'), z.maxLength(80, 'Nama maksimal 80 karakter'))
const mailAddress = z
  .string('Email penerima wajib diisi')
  .check(z.overwrite(cleanEmail), z.maxLength(254, 'Email tidak valid'), z.email('Email tidak valid'))

export const giftReceiver = z.object({ email: mailAddress, name: personName })

export const giftInput = z.extend(giftReceiver, {
  message: z.optional(z.string().check(z.trim(), z.maxLength(500, 'Pesan maksimal 500 karakter'))),
  /** A day in western Indonesian time; without it the gift is sent once it is paid. */
  sendOn: z.optional(z.string('Tanggal tidak valid').check(z.iso.date('Tanggal tidak valid'))),
})
export type GiftInput = z.infer<typeof giftInput>

/** One course, one e-book, one bundle, one path, or several of them at once. */
const checkoutInput = z
  .object({
    ...oneItem,
    items: z.optional(
      z
        .array(
          z.object(oneItem).check(z.refine(namesOne, { error: 'Pilih satu kelas, e-book, paket, atau jalur' })),
          'Keranjang tidak valid',
        )
        .check(
          z.minLength(1, 'Keranjang masih kosong'),
          z.maxLength(maximumCartItems, `Keranjang memuat paling banyak ${maximumCartItems} item`),
        ),
    ),
    gift: z.optional(giftInput),
    /** For a team: of a course or a bundle, for a new one. */
    seats: z.optional(
      z
        .number(seatsMessage)
        .check(z.int(seatsMessage), z.minimum(1, seatsMessage), z.maximum(maximumTeamSeats, seatsMessage)),
    ),
    team: z.optional(teamInput),
    /** More seats of a team of mine. */
    teamId: z.optional(id),
    /** Without it: as the order that is open already, else at the online provider. */
    method: z.optional(z.enum(paymentMethods, 'Pilih cara bayar')),
    promoCode,
    /** The total that the buyer was shown, in rupiah: a new payment is not opened for more. */
    shownTotal: z.optional(
      z.number('Total tidak valid').check(z.int('Total tidak valid'), z.minimum(0, 'Total tidak valid')),
    ),
  })
  .check(
    z.refine(namesOne, { error: 'Pilih satu kelas, e-book, paket, atau jalur', path: ['courseId'] }),
    z.refine(({ seats, team, teamId }) => seats !== undefined || (team === undefined && teamId === undefined), {
      error: seatsMessage,
      path: ['seats'],
    }),
    z.refine(({ seats, team, teamId }) => seats === undefined || team !== undefined || teamId !== undefined, {
      error: 'Tulis nama tim atau perusahaan',
      path: ['team.name'],
    }),
    z.refine(({ seats, team }) => team === undefined || (seats ?? minimumTeamSeats) >= minimumTeamSeats, {
      error: `Tim baru punya ${minimumTeamSeats}–${maximumTeamSeats} kursi`,
      path: ['seats'],
    }),
    z.refine(({ team, teamId }) => team === undefined || teamId === undefined, {
      error: 'Tim ini sudah punya nama',
      path: ['team'],
    }),
    z.refine(({ seats, gift }) => seats === undefined || gift === undefined, {
      error: 'Kursi tim tidak bisa dijadikan hadiah',
      path: ['gift'],
    }),
    z.refine(
      ({ seats, ebookId, pathId, items }) =>
        seats === undefined || (ebookId === undefined && pathId === undefined && items === undefined),
      {
        error: 'Kursi tim hanya untuk satu kelas atau paket',
        path: ['seats'],
      },
    ),
  )
export type CheckoutInput = z.infer<typeof checkoutInput>

const quote = z.object({
  listPrice: z.number(),
  /** The discount of the item. */
  discount: z.number(),
  /** The discount of the promo code, applied after the item's discount. */
  promoDiscount: z.number(),
  total: z.number(),
})
export type Quote = z.infer<typeof quote>

const fieldErrors = z.object({ errors: z.record(z.string(), z.string()) })
/** The same error for unknown, expired, used up and inapplicable codes, so that guessing reveals nothing. */
const invalidPromo = { PROMO_INVALID: { status: 422, message: 'Kode promo tidak valid.', data: fieldErrors } } as const

const checkoutResponse = z.object({
  /** The online provider's payment token; null when nothing is to pay, and for a payment by hand. */
  token: z.nullable(z.string()),
  /** Null for free items: access is granted without a transaction. */
  transactionId: z.nullable(z.string()),
  redirectUrl: z.nullable(z.string()),
})

/** The provider writes some fields as text or as numbers, and optional ones as null. */
const textOrNumber = (maximum: number) => z.union([z.string().check(z.maxLength(maximum)), z.number()])

/** Field names are the provider's. The provider may add fields, so unknown ones are allowed. */
const paymentCallback = z.looseObject({
  order_id: textOrNumber(50),
  status_code: textOrNumber(10),
  gross_amount: textOrNumber(20),
  signature_key: z.string().check(z.maxLength(200)),
  transaction_status: z.nullish(z.string().check(z.maxLength(50))),
  transaction_id: z.nullish(textOrNumber(100)),
  fraud_status: z.nullish(z.string().check(z.maxLength(50))),
})
export type PaymentCallback = z.infer<typeof paymentCallback>

export const maximumListedTransactions = 200

export const commerceContract = {
  enrollFree: signedInEndpoint
    .route(at('POST /courses/{id}/enroll', 'Enrol in a free course'))
    .input(z.object({ id, cohortId: z.optional(id) }))
    .output(response(z.object({ courseId: z.string() })))
    .errors({
      NOT_FREE: { status: 409, message: 'Kelas ini berbayar. Beli dulu untuk mulai belajar.' },
      EMPTY_ITEM: { status: 409, message: 'Kelas ini segera hadir: materinya belum ada.' },
      ...cohortErrors,
    }),
  checkout: signedInEndpoint
    .route(at('POST /checkout', 'Open a transaction for courses, e-books, bundles and paths, and its payment session'))
    .input(checkoutInput)
    .output(response(checkoutResponse))
    .errors({
      ...invalidPromo,
      ...cohortErrors,
      ALREADY_ENROLLED: { status: 409, message: 'Anda sudah terdaftar di kelas ini.' },
      OWN_ITEM: { status: 409, message: 'Ini kelasmu sendiri, jadi tidak perlu dibeli.' },
      PRICE_CHANGED: { status: 409, message: 'Harganya baru saja berubah. Periksa dulu harga yang berlaku sekarang.' },
      CART_CHANGED: {
        status: 409,
        message: 'Isi keranjangmu berubah. Periksa dulu isi yang terbaru.',
      },
      TOO_EXPENSIVE: {
        status: 422,
        message: 'Totalnya melebihi batas satu pembayaran. Bagi menjadi beberapa pembayaran.',
      },
      GIFT_REJECTED: { status: 422, message: 'Periksa lagi isian yang ditandai.', data: fieldErrors },
      METHOD_UNAVAILABLE: { status: 422, message: 'Periksa lagi isian yang ditandai.', data: fieldErrors },
      EMPTY_ITEM: { status: 409, message: 'Kelas ini belum punya materi.' },
      TOO_MANY_OPEN: {
        status: 409,
        message: 'Pesananmu yang belum dibayar sudah banyak. Bayar atau batalkan salah satunya di Transaksi, ya.',
      },
      UNDER_REVIEW: { status: 409, message: 'Pembayaran untuk kelas ini sedang diperiksa. Tunggu sebentar, ya.' },
      PAYMENT_UNAVAILABLE: {
        status: 503,
        message: 'Layanan pembayaran sedang sibuk. Belum ada biaya yang ditarik, coba lagi sebentar lagi.',
      },
    }),
  quote: publicEndpoint
    .route(at('POST /checkout/quote', 'The price of a course or an e-book, with or without a promo code'))
    .input(checkoutInput)
    .output(response(quote))
    .errors({ ...invalidPromo, ALREADY_ENROLLED: { status: 409, message: 'Anda sudah terdaftar di kelas ini.' } }),
  listMyTransactions: signedInEndpoint
    .route(
      at(
        'GET /my-transaction',
        `My transactions, newest first; at most ${maximumListedTransactions}, then those before the last one`,
      ),
    )
    .input(z.optional(z.object({ before: z.optional(id) })))
    .output(response(z.array(transaction))),
  showMyTransaction: signedInEndpoint
    .route(at('GET /my-transaction/{id}', 'One transaction with its invoice data'))
    .input(z.object({ id }))
    .output(response(invoice)),
  refreshMyTransaction: signedInEndpoint
    .route(at('POST /my-transaction/{id}/refresh', 'Update the status of a transaction from the provider'))
    .input(z.object({ id }))
    .output(response(transaction)),
  cancelMyTransaction: signedInEndpoint
    .route(at('POST /my-transaction/{id}/cancel', 'Cancel an unpaid transaction'))
    .input(z.object({ id }))
    .output(response(transaction))
    .errors({
      NOT_CANCELLABLE: { status: 409, message: 'Pesanan ini tidak menunggu pembayaran lagi.' },
      PAYMENT_UNAVAILABLE: {
        status: 503,
        message: 'Layanan pembayaran sedang sibuk. Pesanan belum dibatalkan, coba lagi sebentar lagi.',
      },
    }),
  resendReceipt: signedInEndpoint
    .route(
      at('POST /my-transaction/{id}/receipt', 'Resend the receipt of a paid transaction to the address of the account'),
    )
    .input(z.object({ id }))
    .output(response(z.object({ email: z.string() })))
    .errors({ NOT_PAID: { status: 409, message: 'Bukti pembayaran dikirim setelah pembayaran masuk.' } }),
  receiveNotification: providerEndpoint
    .route(at('POST /payments/notification', 'Webhook for status changes of the payment provider'))
    .input(paymentCallback)
    .output(response(z.object({ received: z.literal(true) })))
    .errors({ BAD_SIGNATURE: { status: 403, message: 'Signature does not match.' } }),
}
