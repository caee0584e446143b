// What the log calls things; an action that has no words yet is shown as it is.
const actions: Record<string, string> = {
  'user.created': 'Akun dibuat',
  'user.role-changed': 'Peran diubah',
  'user.disabled': 'Akun dinonaktifkan',
  'user.enabled': 'Akun diaktifkan',
  'user.deleted': 'Akun dihapus pemiliknya',
  'user.password-changed': 'Password diganti',
  'user.password-reset': 'Password dibuat ulang',
  'students.exported': 'Daftar siswa diekspor',
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
  'certificate.revoked': 'Sertifikat dicabut',
  'certificate-key.rotated': 'Kunci sertifikat diganti',
  'promo.created': 'Kode promo dibuat',
  'promo.updated': 'Kode promo diubah',
  'promo.deleted': 'Kode promo dihapus',
  'transaction.refund-asked': 'Pengembalian dana diminta',
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
  promo: 'Kode promo',
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
