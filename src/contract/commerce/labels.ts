import type { PaymentAlert, TransactionKind, TransactionState } from './transactions.ts'

// The names of stored values, as screens, mails and exports show them.

export const itemKindLabels: Record<TransactionKind, string> = {
  course: 'Kelas',
  ebook: 'E-book',
  bundle: 'Paket',
  path: 'Jalur',
  cart: 'Keranjang',
  team: 'Tim',
}

export const transactionStateLabels: Record<TransactionState, string> = {
  created: 'Menunggu pembayaran',
  pending: 'Menunggu pembayaran',
  review: 'Sedang diperiksa',
  paid: 'Lunas',
  partially_refunded: 'Lunas, dikembalikan sebagian',
  expired: 'Kedaluwarsa',
  cancelled: 'Dibatalkan',
  failed: 'Gagal',
  refunded: 'Dana dikembalikan',
  chargeback: 'Ditarik bank',
  reversed: 'Dibatalkan bank',
}

export const paymentAlertLabels: Record<PaymentAlert, string> = {
  'other-order': 'Penyedia menjawab dengan pesanan lain',
  amount: 'Jumlah di penyedia berbeda dengan harga pesanan',
  currency: 'Mata uang di penyedia bukan rupiah',
  merchant: 'Pesanan tercatat di akun penyedia yang lain',
  challenge: 'Pemeriksaan penipuan penyedia menunggu keputusan',
  'denied-when-paid': 'Penyedia menilai pembayaran ini penipuan setelah lunas',
  reversed: 'Bank membatalkan pembayaran yang sudah lunas',
  chargeback: 'Bank menarik kembali pembayaran',
  'unknown-status': 'Penyedia melaporkan status yang belum dikenal',
}

/** The payment types of the provider, with their names. */
export const paymentMethods: Readonly<Record<string, string>> = {
  manual_transfer: 'Transfer bank',
  static_qris: 'QRIS',
  credit_card: 'Kartu kredit',
  bank_transfer: 'Virtual account',
  permata: 'Virtual account Permata',
  echannel: 'Mandiri Bill',
  qris: 'QRIS',
  gopay: 'GoPay',
  shopeepay: 'ShopeePay',
  cstore: 'Gerai',
}

const banks: Record<string, string> = {
  bca: 'BCA',
  bni: 'BNI',
  bri: 'BRI',
  cimb: 'CIMB Niaga',
  permata: 'Permata',
  danamon: 'Danamon',
  bsi: 'BSI',
}

/** The method with its bank or store: "Virtual account BCA". */
export function paymentChannelLabel(type: string, bank: string | null): string {
  if (type === 'cstore') return bank === null ? paymentMethodLabel(type) : bank.charAt(0).toUpperCase() + bank.slice(1)
  // Typed by an admin.
  if (type === 'manual_transfer') return bank === null ? paymentMethodLabel(type) : `Transfer ke ${bank}`
  return bank === null ? paymentMethodLabel(type) : `${paymentMethodLabel(type)} ${banks[bank] ?? bank.toUpperCase()}`
}

/** An unknown payment type is shown as the provider names it. */
export const paymentMethodLabel = (type: string): string => paymentMethods[type] ?? type

/** Staff write the reason of a refund; automatic ones have a fixed value. */
const automaticRefunds: Readonly<Record<string, string>> = {
  duplicate_payment: 'Dibayar dua kali (otomatis)',
  account_deleted: 'Akun pembeli sudah dihapus (otomatis)',
}
export const refundReasonLabel = (reason: string): string => automaticRefunds[reason] ?? reason
