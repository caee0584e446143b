// Checkout texts shared by courses, e-books and transactions.
export const commerceText = {
  tokenMissing: 'Token pembayaran tidak ditemukan.',
  scriptMissing: 'Payment system not loaded. Please refresh the page.',
  checkoutFailed: 'Terjadi kesalahan saat checkout.',
  startFailed: 'Kelas belum bisa dibuka. Coba lagi sebentar lagi.',
}
