export const consentLabel = 'Tampilkan progresku ke pengelola tim'
export const consentHint =
  'Pengelola melihat berapa persen materi yang kamu selesaikan. Catatan, jawaban, dan nilaimu tidak pernah terlihat. Tanpa ini pengelola hanya melihat nama dan tanggal bergabung. Bisa diubah kapan saja di halaman Tim.'
