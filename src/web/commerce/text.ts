// Checkout texts shared by courses, e-books and transactions.
export const commerceText = {
  tokenMissing: 'Token pembayaran tidak ditemukan.',
  scriptMissing: 'Payment system not loaded. Please refresh the page.',
  checkoutFailed: 'Terjadi kesalahan saat checkout.',
  paymentFailed: 'Payment failed. Please try again.',
  windowClosed: 'Pembayaran belum selesai. Belum ada biaya yang ditarik.',
  statusUnknown: 'Sambungan terputus, jadi status pembayaranmu belum diketahui. Kami periksa lagi sendiri begitu tersambung.',
  startFailed: 'Kelas belum bisa dibuka. Coba lagi sebentar lagi.',
}
