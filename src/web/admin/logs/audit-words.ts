// What the log calls things; an action that has no words yet is shown as it is.
const actions: Record<string, string> = {
  'user.created': 'Akun dibuat',
  'user.role-changed': 'Peran diubah',
  'user.disabled': 'Akun dinonaktifkan',
  'user.enabled': 'Akun diaktifkan',
  'user.signed-in': 'Masuk',
  'students.exported': 'Daftar siswa diekspor',
  'settings.saved': 'Pengaturan disimpan',
  'category.created': 'Kategori dibuat',
  'category.updated': 'Kategori diubah',
  'category.deleted': 'Kategori dihapus',
  'category.ordered': 'Kategori diurutkan',
  'course.created': 'Kelas dibuat',
  'course.updated': 'Kelas diubah',
  'course.price-changed': 'Harga kelas diubah',
  'course.status-changed': 'Status kelas diubah',
  'course.archived': 'Kelas diarsipkan',
  'course.deleted': 'Kelas dihapus',
  'certificate.revoked': 'Sertifikat dicabut',
  'certificate.key-rotated': 'Kunci sertifikat diganti',
  'transaction.refunded': 'Dana dikembalikan',
}

const kinds: Record<string, string> = {
  user: 'Akun',
  students: 'Daftar siswa',
  settings: 'Pengaturan',
  category: 'Kategori',
  course: 'Kelas',
  content: 'Materi',
  certificate: 'Sertifikat',
  'certificate-key': 'Kunci sertifikat',
  transaction: 'Transaksi',
  ebook: 'E-book',
  tip: 'Tips',
}

const details: Record<string, string> = {
  from: 'dari',
  to: 'menjadi',
  role: 'peran',
  name: 'nama',
  title: 'judul',
  rows: 'baris',
  changed: 'berubah',
  reason: 'alasan',
  group: 'kelompok',
  movedCourses: 'kelas dipindah',
}

export const actionLabel = (action: string): string => actions[action] ?? action
export const kindLabel = (kind: string): string => kinds[kind] ?? kind
export const detailLabel = (name: string): string => details[name] ?? name
