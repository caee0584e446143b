import { auditActions, auditKinds } from '#contract/site/audit-actions.ts'
import { settingFields } from '#contract/site/setting-table.ts'
import { roleLabels } from '#contract/kit/roles.ts'
import { requestKindLabels } from '#contract/privacy/privacy.ts'
import { eventLabels, scopeLabels } from '#web/integrations/integration-labels.ts'

const details: Record<string, string> = {
  from: 'dari',
  to: 'menjadi',
  role: 'peran',
  name: 'nama',
  title: 'judul',
  heading: 'judul bagian',
  slug: 'alamat',
  author: 'penulis',
  description: 'deskripsi',
  summary: 'ringkasan',
  bodyHtml: 'isi',
  lang: 'bahasa',
  cues: 'baris teks',
  thumbnail: 'gambar sampul',
  image: 'gambar utama',
  images: 'gambar',
  tags: 'tag',
  priceIdr: 'harga',
  amountIdr: 'jumlah',
  discountPercent: 'diskon',
  pace: 'cara materi terbuka',
  enrolment: 'cara siswa mulai',
  certificate: 'isi sertifikat',
  status: 'status',
  publishedAt: 'tayang',
  part: 'yang diubah',
  rows: 'baris',
  moreRowsThan: 'baris, lebih dari',
  orders: 'pesanan',
  moreOrdersThan: 'pesanan, lebih dari',
  method: 'cara',
  secondStep: 'langkah kedua',
  left: 'tersisa',
  client: 'alamat jaringan',
  sessions: 'perangkat',
  changed: 'berubah',
  reason: 'alasan',
  group: 'kelompok',
  inMenu: 'di menu Kelas',
  movedCourses: 'kelas dipindah',
  movedOffers: 'kode promo dan diskon dipindah',
  code: 'kode',
  kind: 'jenis',
  value: 'nilai',
  startsAt: 'mulai',
  endsAt: 'berakhir',
  totalLimit: 'batas seluruhnya',
  perStudentLimit: 'batas per siswa',
  orderId: 'nomor pesanan',
  scopes: 'izin',
  host: 'penerima',
  events: 'kejadian',
  enabled: 'aktif',
  version: 'versi',
  state: 'status',
  reference: 'referensi',
  count: 'jumlah',
  email: 'email',
  userId: 'siswa',
  users: 'pengguna',
  courses: 'kelas',
  courseId: 'kelas',
  ebookId: 'e-book',
  categoryId: 'kategori',
  instructorId: 'instruktur',
  sharePercent: 'bagian',
  teachers: 'yang mengajar',
  copyOf: 'salinan dari',
  attempts: 'percobaan',
  wasPremade: 'akun lama yang belum dibuktikan',
}

const teachers = { 'co-teacher': 'rekan instruktur', assistant: 'asisten' }

export const valueLabels: Record<string, Record<string, string>> = {
  part: { module: 'modul', topic: 'topik', section: 'bagian' },
  kind: {
    percent: 'persen',
    'amount-off': 'potongan',
    'fixed-price': 'harga tetap',
    ...requestKindLabels,
  },
  method: { password: 'password', google: 'Google', passkey: 'passkey', 'create-admin': 'perintah server' },
  secondStep: { totp: 'kode aplikasi', passkey: 'passkey', 'recovery-code': 'kode pemulihan' },
  // Reasons of disabled webhooks and of ended API keys. Other reasons are sentences.
  reason: {
    gone: 'penerimanya sudah tidak ada',
    failing: 'semua pengiriman gagal',
    'creator-deleted': 'akun pembuatnya dihapus',
    'creator-not-admin': 'pembuatnya bukan admin aktif lagi',
  },
  scopes: Object.fromEntries(Object.entries(scopeLabels).map(([scope, { label }]) => [scope, label])),
  events: eventLabels,
  pace: { free: 'semua langsung', sequence: 'berurutan', drip: 'bertahap' },
  enrolment: { open: 'kapan saja', cohorts: 'per angkatan' },
  status: { draft: 'draf', published: 'tayang', archived: 'arsip', accepted: 'diterima', revise: 'perlu revisi' },
  taxMode: { none: 'tanpa PPN', inclusive: 'termasuk PPN' },
  group: { programming: 'kelompok 1', design: 'kelompok 2', marketing: 'kelompok 3' },
  role: { ...roleLabels, ...teachers },
  teachers,
}
export const moneyDetails = new Set(['announcement.listPrice', 'announcement.price'])

// Entries of earlier versions may have an action that no code records any more: it is shown by its name.
export const actionLabel = (action: string): string => (auditActions as Record<string, string>)[action] ?? action
export const kindLabel = (kind: string): string => (auditKinds as Record<string, string>)[kind] ?? kind
export const detailLabel = (name: string): string => details[name] ?? settingFields[name]?.audit ?? name
