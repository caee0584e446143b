import type { ApiScope } from '#contract/kit/api-scopes.ts'
import type {
  DeliveryState,
  WebhookDelivery,
  WebhookDisabledReason,
  WebhookEventType,
} from '#contract/integrations/webhooks.ts'
import type { BadgeTone } from '#web/kit/ui/badge.tsx'

export const scopeLabels: Record<ApiScope, { label: string; hint: string }> = {
  'courses:read': { label: 'Baca kelas', hint: 'Semua kelas dan materinya, termasuk draf.' },
  'students:read': { label: 'Baca siswa', hint: 'Nama, email, kelas, dan pembelian setiap akun.' },
  'enrollments:read': { label: 'Baca siswa kelas', hint: 'Siswa setiap kelas dan progresnya.' },
  'enrollments:write': {
    label: 'Ubah siswa kelas',
    hint: 'Menambah siswa ke kelas, dan mencabut akses yang ditambahkan.',
  },
  'transactions:read': { label: 'Baca transaksi', hint: 'Pembelian, pengembalian dana, dan pembukuannya.' },
}

export const eventLabels: Record<WebhookEventType, string> = {
  'purchase.paid': 'Pembelian dibayar',
  'purchase.refunded': 'Dana dikembalikan',
  'enrollment.granted': 'Siswa masuk kelas',
  'cohort.joined': 'Siswa masuk angkatan',
  'team.joined': 'Siswa memakai kursi tim',
  'course.finished': 'Kelas diselesaikan',
  'certificate.issued': 'Sertifikat terbit',
}

export const eventLabel = (type: string): string =>
  type in eventLabels ? eventLabels[type as WebhookEventType] : 'Uji coba'

export const deliveryStates: Record<DeliveryState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Menunggu', tone: 'promo' },
  delivered: { label: 'Terkirim', tone: 'success' },
  failed: { label: 'Gagal', tone: 'danger' },
}

export const disabledReasons: Record<WebhookDisabledReason, string> = {
  admin: 'Dinonaktifkan admin.',
  gone: 'Dinonaktifkan otomatis: penerimanya menjawab 410 (sudah tidak ada).',
  failing: 'Dinonaktifkan otomatis: semua pengiriman gagal selama lima hari.',
}

const errors: Record<string, string> = {
  timeout: 'Tidak menjawab dalam 10 detik',
  'blocked-address': 'Alamatnya ada di jaringan pribadi',
  ENOTFOUND: 'Nama domainnya tidak ditemukan',
  EAI_AGAIN: 'Nama domainnya tidak ditemukan',
  ECONNREFUSED: 'Koneksinya ditolak',
  ECONNRESET: 'Koneksinya terputus',
}

/** The receiver's answer in one phrase; null before the first attempt. */
export function describeOutcome({
  error,
  responseStatus,
}: Pick<WebhookDelivery, 'error' | 'responseStatus'>): string | null {
  if (error === 'redirect') return `Dijawab ${responseStatus}; alihan tidak diikuti`
  if (responseStatus !== null) return `Dijawab ${responseStatus}`
  return error && (errors[error] ?? `Tidak bisa dihubungi (${error})`)
}
