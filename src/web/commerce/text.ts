// Texts that several pages share.
export const commerceText = {
  tokenMissing: 'Token pembayaran tidak ditemukan.',
  scriptMissing: 'Payment system not loaded. Please refresh the page.',
  checkoutFailed: 'Terjadi kesalahan saat checkout.',
  unreached: 'Sambungan terputus, belum ada yang dibayar. Coba lagi nanti.',
  startFailed: 'Kelas belum bisa dibuka. Coba lagi sebentar lagi.',
  refundDayRule: 'Dana yang dikembalikan mengurangi hari saat dikembalikan, bukan hari penjualannya.',
}
