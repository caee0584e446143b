import { paths } from '#contract/paths.ts'
import type { Letter } from '#server/mail/index.ts'

// The token stands behind #: it is never sent to a server, so it is in no log and no referrer.
const linkTo = (publicUrl: string, path: string, token: string) => `${publicUrl}${path}#token=${token}`

export const verifyEmailLetter = (publicUrl: string, token: string): Letter => ({
  subject: 'Konfirmasi alamat email kamu',
  paragraphs: ['Selamat datang! Tekan tombol ini supaya kami tahu alamat email ini benar milikmu. Kamu tetap bisa belajar sebelum melakukannya.'],
  action: { label: 'Konfirmasi email', url: linkTo(publicUrl, paths.verifyEmail(), token) },
  closing: ['Tautan berlaku 7 hari. Tidak merasa mendaftar? Abaikan saja email ini.'],
})

export const resetPasswordLetter = (publicUrl: string, token: string, minutes: number): Letter => ({
  subject: 'Atur ulang password',
  paragraphs: ['Ada permintaan untuk mengatur ulang password akunmu. Tekan tombol ini untuk membuat password baru.'],
  action: { label: 'Buat password baru', url: linkTo(publicUrl, paths.resetPassword(), token) },
  closing: [`Tautan berlaku ${minutes} menit dan hanya sekali pakai.`, 'Bukan kamu yang meminta? Abaikan email ini, password lama tetap berlaku.'],
})

export const welcomeLetter = (publicUrl: string, token: string, days: number): Letter => ({
  subject: 'Akunmu sudah dibuat',
  paragraphs: ['Sebuah akun sudah dibuat untukmu dengan alamat email ini. Tekan tombol ini untuk membuat password, lalu masuk.'],
  action: { label: 'Buat password', url: linkTo(publicUrl, paths.resetPassword(), token) },
  closing: [`Tautan berlaku ${days} hari dan hanya sekali pakai.`],
})

export const passwordChangedLetter = (publicUrl: string): Letter => ({
  subject: 'Password akunmu baru saja diganti',
  paragraphs: ['Password akunmu baru saja diganti, dan perangkat lain sudah dikeluarkan.'],
  action: { label: 'Bukan aku, amankan akun', url: `${publicUrl}${paths.forgotPassword()}` },
  closing: ['Kalau memang kamu yang menggantinya, tidak ada yang perlu dilakukan.'],
})

export const googleLinkedLetter = (publicUrl: string): Letter => ({
  subject: 'Akun Google dihubungkan',
  paragraphs: ['Mulai sekarang kamu bisa masuk dengan akun Google beralamat email ini.'],
  action: { label: 'Lihat pengaturan akun', url: `${publicUrl}${paths.settings()}` },
  closing: ['Bukan kamu yang melakukannya? Atur ulang password lewat halaman “Lupa password”.'],
})
