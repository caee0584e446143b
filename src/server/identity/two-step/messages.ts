import { paths } from '#contract/kit/paths.ts'
import type { MailMessage } from '#server/platform/mail/index.ts'

const secureAccount = (publicUrl: string) => ({
  label: 'Bukan aku, amankan akun',
  url: `${publicUrl}${paths.forgotPassword()}`,
})
const ifItWasYou = 'Kalau memang kamu yang melakukannya, tidak ada yang perlu dilakukan.'

export const twoStepOnMessage = (publicUrl: string): MailMessage => ({
  subject: 'Verifikasi dua langkah aktif',
  paragraphs: [
    'Mulai sekarang akunmu meminta kode dari aplikasi autentikator setiap kali masuk. Simpan kode pemulihanmu di tempat yang aman.',
  ],
  action: secureAccount(publicUrl),
  closing: [ifItWasYou],
})

export const twoStepOffMessage = (publicUrl: string): MailMessage => ({
  subject: 'Verifikasi dua langkah dimatikan',
  paragraphs: [
    'Akunmu tidak lagi meminta kode dari aplikasi autentikator saat masuk, dan semua kode pemulihan tidak berlaku lagi.',
  ],
  action: secureAccount(publicUrl),
  closing: [ifItWasYou],
})

export const recoveryCodesRenewedMessage = (publicUrl: string): MailMessage => ({
  subject: 'Kode pemulihan baru dibuat',
  paragraphs: ['Kode pemulihan baru dibuat untuk akunmu. Semua kode yang lama tidak berlaku lagi.'],
  action: secureAccount(publicUrl),
  closing: [ifItWasYou],
})

export const recoveryCodeUsedMessage = (publicUrl: string, left: number): MailMessage => ({
  subject: 'Kode pemulihan dipakai untuk masuk',
  paragraphs: [
    `Seseorang masuk ke akunmu dengan kode pemulihan. ${left === 0 ? 'Tidak ada kode yang tersisa: buat yang baru di pengaturan.' : `Masih ada ${left} kode.`}`,
  ],
  action: secureAccount(publicUrl),
  closing: [ifItWasYou],
})

export const passkeyAddedMessage = (publicUrl: string, name: string): MailMessage => ({
  subject: 'Passkey ditambahkan ke akunmu',
  paragraphs: [`Passkey “${name}” sekarang bisa dipakai untuk masuk ke akunmu.`],
  action: secureAccount(publicUrl),
  closing: [ifItWasYou],
})

export const passkeyRemovedMessage = (publicUrl: string, name: string): MailMessage => ({
  subject: 'Passkey dihapus dari akunmu',
  paragraphs: [`Passkey “${name}” tidak bisa lagi dipakai untuk masuk ke akunmu.`],
  action: secureAccount(publicUrl),
  closing: [ifItWasYou],
})

export const twoStepResetMessage = (publicUrl: string): MailMessage => ({
  subject: 'Verifikasi dua langkah akunmu direset admin',
  paragraphs: [
    'Seorang admin menghapus aplikasi autentikator, kode pemulihan, dan passkey dari akunmu, dan mengeluarkan semua perangkat. Masuk lagi dengan password, lalu aktifkan verifikasi dua langkah yang baru.',
  ],
  action: { label: 'Masuk', url: `${publicUrl}${paths.signIn()}` },
  closing: ['Kamu tidak memintanya? Segera balas email ini atau hubungi kami.'],
})
