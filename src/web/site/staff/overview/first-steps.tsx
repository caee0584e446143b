import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Circle from 'lucide-react/icons/circle'
import { Link } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { FirstStep, Overview } from '#contract/site/overview.ts'

const steps: Record<FirstStep, { title: string; text: string; to: string }> = {
  demo: {
    title: 'Tinggalkan demo',
    text: 'Hentikan produk, lalu jalankan npm run leave-demo -- email "nama": isi demo disisihkan dan situsmu mulai kosong.',
    to: staffPaths.system(),
  },
  site: { title: 'Nama dan logo', text: 'Tampil di setiap halaman, email, dan sertifikat.', to: paths.adminSettings() },
  legal: {
    title: 'Kontak dan data penjual',
    text: 'Email kontak dan alamat, untuk kaki halaman, invoice, dan halaman hukum.',
    to: paths.adminSettings(),
  },
  mail: {
    title: 'Email',
    text: 'Isi SMTP_URL, lalu kirim email percobaan dari halaman Sistem.',
    to: staffPaths.system(),
  },
  payments: {
    title: 'Pembayaran',
    text: 'Isi kunci Midtrans, lalu periksa pembayaran dari halaman Sistem.',
    to: staffPaths.system(),
  },
  categories: {
    title: 'Kategori',
    text: 'Atur kelompok, urutan, dan kategori kelasmu. Selesai setelah ada yang diubah atau satu kelas tayang di salah satunya.',
    to: paths.adminCategories(),
  },
  course: {
    title: 'Kelas pertama',
    text: 'Tayangkan satu kelas dengan materinya.',
    to: paths.adminCourseCreate(),
  },
  backup: {
    title: 'Cadangan',
    text: 'Isi BACKUP_EVERY supaya dibuat sendiri, atau jalankan npm run backup.',
    to: staffPaths.system(),
  },
}

/** Setup of a site of one's own. Nothing when all is done. */
export function FirstSteps({ rows, isOpen }: { rows: Overview['firstSteps']; isOpen: boolean }) {
  const done = rows.filter(({ isDone }) => isDone).length
  if (done === rows.length) return null
  return (
    <details open={isOpen} className="group mb-8 rounded-card border border-line bg-surface">
      <summary className="flex min-h-14 items-center justify-between gap-4 px-4 py-3 md:px-5">
        <h2 className="text-lg font-bold">Menyiapkan situsmu</h2>
        <span className="flex items-center gap-2 text-sm text-ink-2">
          {done} dari {rows.length} selesai
          <ChevronRight aria-hidden="true" className="size-5 shrink-0 soft group-open:rotate-90" />
        </span>
      </summary>
      <ul className="border-t border-line">
        {rows.map(({ step, isDone }) => (
          <li key={step} className="border-b border-line last:border-b-0">
            <Link to={steps[step].to} className="flex min-h-14 items-center gap-3 px-4 py-2.5 hover:bg-sunken md:px-5">
              {isDone ? (
                <Check aria-label="Selesai" className="size-5 shrink-0 text-daun" />
              ) : (
                <Circle aria-label="Belum" className="size-5 shrink-0 text-ink-3" />
              )}
              <span className="min-w-0">
                <span className="block font-semibold">{steps[step].title}</span>
                {!isDone && <span className="block text-sm text-ink-2">{steps[step].text}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
