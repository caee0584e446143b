import { formatDateTime } from '#contract/kit/days.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { KindEntry } from './kind-entry.ts'

/** Data of the kinds about purchases, gifts, refunds and payouts. */
export type BuyingKindData = {
  payment: { transactionId: string; title: string; state: 'paid' | 'refunded' | 'reversed'; amountIdr: number }
  'payment-waiting': { transactionId: string; title: string; amountIdr: number; until: string | null }
  /** An order that was left open; `until` is null when it has lapsed or costs less now (`isCheaper`), and can be made again. */
  'checkout-open': {
    transactionId: string
    title: string
    amountIdr: number
    until: string | null
    url: string
    isGift: boolean
    isCheaper?: boolean
  }
  /** A proof of a transfer that was refused; the approval is a payment. */
  transfer: { transactionId: string; title: string; sentence: string }
  'refund-request': { transactionId: string; title: string; state: 'approved' | 'refused'; sentence: string }
  /** A refund that is sent by hand; `reference` is the bank's, or why it failed. */
  'refund-transfer': {
    transactionId: string
    title: string
    amountIdr: number
    state: 'waiting' | 'sent' | 'failed'
    reference: string | null
  }
  /** `name` is what the giver called the receiver. */
  'gift-claimed': { transactionId: string; title: string; name: string }
  payout: { amountIdr: number; state: 'sent' | 'failed'; reference: string }
  gift: { title: string; url: string }
  'wish-sale': { title: string; url: string; priceIdr: number }
}

const buying = 'Pembelian'

export const buyingKinds: { [Kind in keyof BuyingKindData]: KindEntry<BuyingKindData[Kind]> } = {
  payment: {
    label: 'Pembayaran diterima atau dikembalikan',
    group: buying,
    defaults: ['app'],
    mailedSeparately: true,
    title: ({ state, title }) =>
      state === 'paid'
        ? `Pembayaran diterima: ${title}`
        : `${state === 'reversed' ? 'Pembayaran dibatalkan bank' : 'Dana dikembalikan'}: ${title}`,
    text: ({ amountIdr }) => formatRupiah(amountIdr),
    path: paths.transactions,
    action: 'Lihat Transaksi',
  },
  'payment-waiting': {
    label: 'Pesanan yang menunggu pembayaran',
    group: buying,
    defaults: ['app'],
    title: ({ title }) => `Menunggu pembayaran: ${title}`,
    text: ({ amountIdr, until }) =>
      until
        ? `Bayar ${formatRupiah(amountIdr)} sebelum ${formatDateTime(until)}.`
        : `Bayar ${formatRupiah(amountIdr)}.`,
    path: paths.transactions,
    action: 'Selesaikan Pembayaran',
  },
  'checkout-open': {
    label: 'Pengingat pesanan yang belum dibayar',
    group: buying,
    defaults: ['app', 'mail'],
    title: ({ title, until, isGift }) =>
      until
        ? `Pesananmu belum dibayar: ${title}`
        : `${isGift ? 'Masih mau memberi hadiah?' : 'Masih mau belajar?'} ${title}`,
    text: ({ amountIdr, until, isGift, isCheaper }) =>
      isCheaper
        ? `Sekarang harganya ${formatRupiah(amountIdr)}, lebih murah dari pesananmu. Pesan lagi dengan harga baru.`
        : until
          ? `Bayar ${formatRupiah(amountIdr)} sebelum ${formatDateTime(until)}, lalu ${isGift ? 'hadiahnya siap dikirim' : 'langsung mulai'}.`
          : 'Pesananmu kemarin kedaluwarsa tanpa pembayaran. Kalau masih mau, kamu bisa memesannya lagi.',
    path: ({ url }) => url,
    action: 'Lanjutkan',
  },
  transfer: {
    label: 'Bukti transferku ditolak',
    group: buying,
    defaults: ['app'],
    mailedSeparately: true,
    title: ({ title }) => `Bukti transfer ditolak: ${title}`,
    text: ({ sentence }) => sentence,
    path: ({ transactionId }) => `${paths.successCheckout()}?transaksi=${transactionId}`,
    action: 'Kirim Bukti Lain',
  },
  'refund-request': {
    label: 'Keputusan tentang permintaan pengembalian dana',
    group: buying,
    defaults: ['app'],
    mailedSeparately: true,
    title: ({ state, title }) => `Pengembalian dana ${state === 'approved' ? 'disetujui' : 'ditolak'}: ${title}`,
    text: ({ sentence }) => sentence,
    path: paths.invoice,
    action: 'Lihat Transaksi',
  },
  'refund-transfer': {
    label: 'Pengembalian dana lewat transfer',
    group: buying,
    defaults: ['app'],
    mailedSeparately: true,
    title: ({ state, title }) =>
      state === 'sent'
        ? `Dana sudah dikirim balik: ${title}`
        : `${state === 'failed' ? 'Dana belum bisa dikirim' : 'Dana akan dikirim balik'}: ${title}`,
    text: ({ state, amountIdr, reference }) => {
      if (state === 'sent') return `${formatRupiah(amountIdr)}, referensi bank: ${reference}`
      return state === 'failed'
        ? `Isi rekeningmu lagi: ${reference}`
        : `Kami kirim ${formatRupiah(amountIdr)} ke rekeningmu. Pastikan rekeningnya sudah kamu isi.`
    },
    path: paths.invoice,
    action: 'Lihat Transaksi',
  },
  'gift-claimed': {
    label: 'Hadiah dariku diterima',
    group: buying,
    defaults: ['app', 'mail'],
    title: ({ name }) => `${name} menerima hadiahmu`,
    text: ({ title }) => `${title} sekarang miliknya.`,
    path: paths.invoice,
    action: 'Lihat Hadiah',
  },
  payout: {
    label: 'Pencairan dikirim atau gagal',
    forStaff: true,
    group: buying,
    defaults: ['app'],
    mailedSeparately: true,
    title: ({ state, amountIdr }) =>
      state === 'sent'
        ? `Pencairan ${formatRupiah(amountIdr)} sudah dikirim`
        : `Pencairan ${formatRupiah(amountIdr)} gagal`,
    text: ({ state, reference }) =>
      state === 'sent' ? `Referensi bank: ${reference}` : `Dananya kembali ke saldomu: ${reference}`,
    path: staffPaths.balance,
    action: 'Lihat Saldo',
  },
  gift: {
    label: 'Hadiah untukku',
    group: buying,
    defaults: ['app'],
    mailedSeparately: true,
    title: ({ title }) => `Hadiah untukmu: ${title}`,
    text: () => 'Buka hadiahnya dan mulai belajar.',
    path: ({ url }) => url,
    action: 'Buka Hadiah',
  },
  'wish-sale': {
    label: 'Promo untuk wishlistku',
    group: buying,
    defaults: ['app', 'digest'],
    title: ({ title }) => `Lebih murah: ${title}`,
    text: ({ priceIdr }) => `Sekarang ${formatRupiah(priceIdr)}.`,
    path: ({ url }) => url,
    action: 'Lihat Promo',
  },
}
