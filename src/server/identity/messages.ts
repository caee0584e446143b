import { paths } from '#contract/kit/paths.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'

// Browsers do not send the fragment (#) to servers, so the token appears in no log and no referrer.
const linkTo = (publicUrl: string, path: string, token: string) => `${publicUrl}${path}#token=${token}`

export const verifyEmailMessage = (publicUrl: string, token: string): MailMessage => ({
  subject: 'Konfirmasi alamat email kamu',
  paragraphs: [
    'Selamat datang! Tekan tombol ini supaya kami tahu alamat email ini benar milikmu. Kamu tetap bisa belajar sebelum melakukannya.',
  ],
  action: { label: 'Konfirmasi email', url: linkTo(publicUrl, paths.verifyEmail(), token) },
  closing: ['Tautan berlaku 7 hari. Tidak merasa mendaftar? Abaikan saja email ini.'],
})

export const resetPasswordMessage = (publicUrl: string, token: string, life: string): MailMessage => ({
  subject: 'Atur ulang password',
  paragraphs: ['Ada permintaan untuk mengatur ulang password akunmu. Tekan tombol ini untuk membuat password baru.'],
  action: { label: 'Buat password baru', url: linkTo(publicUrl, paths.resetPassword(), token) },
  closing: [
    `Tautan berlaku ${life} dan hanya sekali pakai.`,
    'Bukan kamu yang meminta? Abaikan email ini, password lama tetap berlaku.',
  ],
})

export const welcomeMessage = (
  publicUrl: string,
  token: string,
  days: number,
  courseTitles: readonly string[],
): MailMessage => ({
  subject: 'Akunmu sudah dibuat',
  paragraphs: [
    'Sebuah akun sudah dibuat untukmu dengan alamat email ini. Tekan tombol ini untuk membuat password, lalu masuk.',
    ...(courseTitles.length > 0 ? [`Kelas yang sudah terbuka untukmu: ${courseTitles.join(', ')}.`] : []),
  ],
  action: { label: 'Buat password', url: linkTo(publicUrl, paths.resetPassword(), token) },
  closing: [`Tautan berlaku ${days} hari dan hanya sekali pakai.`],
})

export const passwordChangedMessage = (publicUrl: string): MailMessage => ({
  subject: 'Password akunmu baru saja diganti',
  paragraphs: ['Password akunmu baru saja diganti, dan perangkat lain sudah dikeluarkan.'],
  action: { label: 'Bukan aku, amankan akun', url: `${publicUrl}${paths.forgotPassword()}` },
  closing: ['Kalau memang kamu yang menggantinya, tidak ada yang perlu dilakukan.'],
})

export const changeEmailMessage = (publicUrl: string, token: string, hours: number): MailMessage => ({
  subject: 'Konfirmasi alamat email baru',
  paragraphs: [
    'Ada permintaan untuk memakai alamat ini untuk sebuah akun di sini. Tekan tombol ini kalau alamat ini milikmu dan kamu yang memintanya.',
  ],
  action: { label: 'Pakai alamat ini', url: linkTo(publicUrl, paths.changeEmail(), token) },
  closing: [
    `Tautan berlaku ${hours} jam dan hanya sekali pakai.`,
    'Bukan kamu yang meminta? Abaikan email ini, tidak ada yang berubah.',
  ],
})

export const addressTakenMessage = (publicUrl: string): MailMessage => ({
  subject: 'Alamat ini sudah punya akun',
  paragraphs: [
    'Ada permintaan untuk memakai alamat ini untuk akun lain. Alamat ini sudah punya akun sendiri, jadi tidak ada yang berubah.',
  ],
  action: { label: 'Masuk ke akun alamat ini', url: `${publicUrl}${paths.signIn()}` },
  closing: [
    'Lupa password akun ini? Pilih “Lupa password” di halaman masuk. Bukan kamu yang meminta? Abaikan email ini.',
  ],
})

export const signUpTakenMessage = (publicUrl: string): MailMessage => ({
  subject: 'Alamat ini sudah punya akun',
  paragraphs: [
    'Ada pendaftaran dengan alamat email ini. Alamat ini sudah punya akun, jadi tidak ada akun baru yang dibuat.',
  ],
  action: { label: 'Masuk ke akunmu', url: `${publicUrl}${paths.signIn()}` },
  closing: ['Lupa password? Pilih “Lupa password” di halaman masuk. Bukan kamu yang mendaftar? Abaikan email ini.'],
})

export const emailChangeRequestedMessage = (publicUrl: string, newEmail: string): MailMessage => ({
  subject: 'Ada permintaan mengganti alamat email akunmu',
  paragraphs: [
    `Seseorang meminta memindahkan akunmu ke alamat ${masked(newEmail)}. Alamat akunmu baru berganti setelah tautan yang kami kirim ke sana dibuka.`,
    'Bukan kamu yang meminta? Ganti passwordmu sekarang: permintaan ini langsung batal, dan semua perangkat lain dikeluarkan.',
  ],
  action: { label: 'Bukan aku, ganti password', url: `${publicUrl}${paths.forgotPassword()}` },
  closing: ['Kalau memang kamu yang memintanya, tidak ada yang perlu dilakukan di sini.'],
})

export const emailChangedMessage = (publicUrl: string, newEmail: string): MailMessage => ({
  subject: 'Alamat email akunmu baru saja diganti',
  paragraphs: [
    `Akunmu sekarang memakai alamat ${masked(newEmail)}. Email berikutnya dikirim ke sana, dan alamat ini tidak bisa dipakai untuk masuk lagi.`,
  ],
  action: { label: 'Lihat pengaturan akun', url: `${publicUrl}${paths.settings()}` },
  closing: ['Bukan kamu yang menggantinya? Segera balas email ini atau hubungi kami.'],
})

/** Recognizable for its owner only: s•••@contoh.id. */
const masked = (email: string): string => email.replace(/^(.).*@/, '$1•••@')

export const googleUnlinkedMessage = (publicUrl: string): MailMessage => ({
  subject: 'Akun Google diputuskan',
  paragraphs: ['Akunmu tidak lagi terhubung dengan akun Google. Mulai sekarang kamu masuk dengan password.'],
  action: { label: 'Lihat pengaturan akun', url: `${publicUrl}${paths.settings()}` },
  closing: ['Bukan kamu yang melakukannya? Atur ulang password lewat halaman “Lupa password”.'],
})

export const oidcUnlinkedMessage = (publicUrl: string): MailMessage => ({
  subject: 'Akun organisasi diputuskan',
  paragraphs: ['Akunmu tidak lagi terhubung dengan akun organisasimu. Mulai sekarang kamu masuk dengan password.'],
  action: { label: 'Lihat pengaturan akun', url: `${publicUrl}${paths.settings()}` },
  closing: ['Bukan kamu yang melakukannya? Atur ulang password lewat halaman “Lupa password”.'],
})

export const oidcLinkedMessage = (publicUrl: string): MailMessage => ({
  subject: 'Akun organisasi dihubungkan',
  paragraphs: ['Mulai sekarang kamu bisa masuk dengan akun organisasimu yang beralamat email ini.'],
  action: { label: 'Lihat pengaturan akun', url: `${publicUrl}${paths.settings()}` },
  closing: ['Bukan kamu yang melakukannya? Atur ulang password lewat halaman “Lupa password”.'],
})

export const googleLinkedMessage = (publicUrl: string): MailMessage => ({
  subject: 'Akun Google dihubungkan',
  paragraphs: ['Mulai sekarang kamu bisa masuk dengan akun Google beralamat email ini.'],
  action: { label: 'Lihat pengaturan akun', url: `${publicUrl}${paths.settings()}` },
  closing: ['Bukan kamu yang melakukannya? Atur ulang password lewat halaman “Lupa password”.'],
})
