import { formatRupiah } from '#contract/money.ts'
import { formatMoment } from '#web/staff-kit/dates.ts'

// An action without a label is shown by its id.
const actions: Record<string, string> = {
  'user.created': 'Akun dibuat',
  'user.role-changed': 'Peran diubah',
  'user.promoted': 'Dijadikan admin lewat perintah server',
  'user.disabled': 'Akun dinonaktifkan',
  'user.enabled': 'Akun diaktifkan',
  'user.deleted': 'Akun dihapus pemiliknya',
  'user.deleted-by-admin': 'Akun dihapus admin',
  'user.email-corrected': 'Alamat email dibetulkan admin',
  'user.reset-link-sent': 'Tautan password dikirim admin',
  'user.courses-reassigned': 'Kelas diteruskan dari akun yang dihapus',
  'users.invited': 'Pengguna diundang dari CSV',
  'user.password-changed': 'Password diganti',
  'user.password-reset': 'Password dibuat ulang',
  'user.email-changed': 'Alamat email diganti',
  'user.google-linked': 'Akun Google dihubungkan',
  'user.google-unlinked': 'Akun Google diputuskan',
  'user.email-proven': 'Alamat email dibuktikan, akses lama diakhiri',
  'user.exported': 'Data akun diunduh pemiliknya',
  'user.signed-in': 'Masuk',
  'user.one-time-password-used': 'Masuk dengan password sementara',
  'user.sign-in-failed': 'Gagal masuk',
  'user.sign-in-refused': 'Akun nonaktif mencoba masuk',
  'user.sign-in-throttled': 'Terlalu banyak percobaan masuk',
  'user.second-step-failed': 'Gagal di langkah kedua',
  'user.two-step-on': 'Verifikasi dua langkah diaktifkan',
  'user.two-step-off': 'Verifikasi dua langkah dimatikan',
  'user.two-step-reset': 'Verifikasi dua langkah direset admin',
  'user.recovery-code-used': 'Masuk dengan kode pemulihan',
  'user.recovery-codes-renewed': 'Kode pemulihan baru dibuat',
  'user.passkey-added': 'Passkey ditambahkan',
  'user.passkey-removed': 'Passkey dihapus',
  'user.sessions-ended': 'Perangkat lain dikeluarkan',
  'students.exported': 'Daftar pengguna diekspor',
  'settings.saved': 'Pengaturan disimpan',
  'category.created': 'Kategori dibuat',
  'category.updated': 'Kategori diubah',
  'category.deleted': 'Kategori dihapus',
  'category.ordered': 'Kategori diurutkan',
  'course.created': 'Kelas dibuat',
  'course.changed': 'Kelas diubah',
  'course.copied': 'Kelas disalin',
  'course.published': 'Kelas terbit',
  'course.unpublished': 'Kelas kembali menjadi draf',
  'course.archived': 'Kelas diarsipkan',
  'course.deleted': 'Kelas dihapus',
  'course.student-added': 'Siswa ditambahkan ke kelas',
  'course.student-removed': 'Siswa dikeluarkan dari kelas',
  'course.students-exported': 'Daftar siswa kelas diekspor',
  'content.deleted': 'Materi dihapus',
  'review.hidden': 'Ulasan disembunyikan',
  'review.restored': 'Ulasan ditampilkan lagi',
  'certificate.revoked': 'Sertifikat dicabut',
  'certificate.restored': 'Sertifikat berlaku lagi',
  'certificate-key.rotated': 'Kunci sertifikat diganti',
  'promo.created': 'Kode promo dibuat',
  'promo.updated': 'Kode promo diubah',
  'promo.deleted': 'Kode promo dihapus',
  'ebook.created': 'E-book dibuat',
  'ebook.imported': 'E-book diimpor',
  'course.section-deleted': 'Bab kelas dihapus',
  'ebook.changed': 'E-book diubah',
  'ebook.published': 'E-book terbit',
  'ebook.unpublished': 'E-book kembali menjadi draf',
  'ebook.archived': 'E-book diarsipkan',
  'ebook.deleted': 'E-book dihapus',
  'ebook.part-added': 'Isi e-book ditambah',
  'ebook.part-renamed': 'Isi e-book diganti nama',
  'ebook.part-changed': 'Bagian e-book diubah',
  'ebook.part-deleted': 'Isi e-book dihapus',
  'ebook.ordered': 'E-book diurutkan',
  'tip.created': 'Tips dibuat',
  'tip.changed': 'Tips diubah',
  'tip.published': 'Tips terbit',
  'tip.unpublished': 'Tips kembali menjadi draf',
  'tip.deleted': 'Tips dihapus',
  'api-key.created': 'Kunci API dibuat',
  'api-key.revoked': 'Kunci API dicabut',
  'webhook.created': 'Webhook ditambahkan',
  'webhook.changed': 'Webhook diubah',
  'webhook.deleted': 'Webhook dihapus',
  'webhook.secret-rotated': 'Rahasia webhook diganti',
  'webhook.disabled': 'Webhook dinonaktifkan otomatis',
  'legal.published': 'Versi baru halaman hukum terbit',
  'privacy-request.recorded': 'Permintaan data pribadi dicatat',
  'privacy-request.answered': 'Permintaan data pribadi dijawab',
  'privacy-incident.created': 'Insiden dicatat',
  'privacy-incident.changed': 'Insiden diubah',
  'privacy-incidents.exported': 'Daftar insiden diekspor',
  'transactions.exported': 'Daftar transaksi diekspor',
  'transaction.refund-asked': 'Pengembalian dana diminta',
}

const kinds: Record<string, string> = {
  user: 'Akun',
  students: 'Daftar pengguna',
  users: 'Pengguna',
  settings: 'Pengaturan',
  category: 'Kategori',
  course: 'Kelas',
  content: 'Materi',
  review: 'Ulasan',
  certificate: 'Sertifikat',
  'certificate-key': 'Kunci sertifikat',
  legal: 'Halaman hukum',
  'privacy-request': 'Permintaan data pribadi',
  'privacy-incident': 'Insiden',
  transaction: 'Transaksi',
  transactions: 'Daftar transaksi',
  promo: 'Kode promo',
  'api-key': 'Kunci API',
  webhook: 'Webhook',
  ebook: 'E-book',
  tip: 'Tips',
}

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
  thumbnail: 'gambar sampul',
  image: 'gambar utama',
  images: 'gambar',
  tags: 'tag',
  priceIdr: 'harga',
  amountIdr: 'jumlah',
  discountPercent: 'diskon',
  pace: 'cara materi terbuka',
  status: 'status',
  publishedAt: 'terbit',
  part: 'yang diubah',
  rows: 'baris',
  method: 'cara',
  secondStep: 'langkah kedua',
  left: 'tersisa',
  client: 'alamat jaringan',
  sessions: 'perangkat',
  staffMustUseTwoSteps: 'wajib verifikasi dua langkah',
  changed: 'berubah',
  reason: 'alasan',
  group: 'kelompok',
  movedCourses: 'kelas dipindah',
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
}

const values: Record<string, Record<string, string>> = {
  part: { module: 'modul', topic: 'topik', section: 'bagian' },
  kind: { percent: 'persen', 'amount-off': 'potongan', 'fixed-price': 'harga tetap' },
  pace: { free: 'semua langsung', sequence: 'berurutan', drip: 'bertahap' },
  status: { draft: 'draf', published: 'terbit', archived: 'arsip' },
}

export const actionLabel = (action: string): string => actions[action] ?? action
export const kindLabel = (kind: string): string => kinds[kind] ?? kind
const detailLabel = (name: string): string => details[name] ?? name

/** The details of an entry as lines, such as "harga: Rp 50.000 → Rp 45.000". */
export function describeDetails({ before, after, ...others }: Record<string, unknown>): string[] {
  const compared = isRecord(before) && isRecord(after) ? Object.keys({ ...before, ...after }).map((name) => changeLine(name, before[name], after[name])) : []
  const rest = isRecord(before) && isRecord(after) ? others : { ...others, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
  const lines = Object.entries(rest).flatMap(([name, value]) => (isHidden(value) ? [] : [`${detailLabel(name)}: ${showValue(name, value)}`]))
  return [...lines, ...compared]
}

const changeLine = (name: string, before: unknown, after: unknown) => `${detailLabel(name)}: ${showValue(name, before)} → ${showValue(name, after)}`

function showValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? detailLabel(item) : JSON.stringify(item))).join(', ')
  if (typeof value === 'number' && name.endsWith('Idr')) return formatRupiah(value)
  if (typeof value === 'number' && name.endsWith('Percent')) return `${value}%`
  if (typeof value === 'string' && name.endsWith('At')) return formatMoment(value)
  return typeof value === 'string' ? (values[name]?.[value] ?? value) : JSON.stringify(value)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Empty values and database ids are not shown. */
const isHidden = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'string' && uuid.test(value)) ||
  ((Array.isArray(value) || isRecord(value)) && Object.keys(value).length === 0)
