import type { ImportedItem } from '#contract/moving/course-format.ts'

const kinds: Record<ImportedItem['kind'], string> = {
  chapter: 'Bab',
  heading: 'Judul',
  page: 'Halaman',
  label: 'Label',
  book: 'Buku',
  section: 'Bagian',
  link: 'Tautan',
  file: 'Berkas',
  quiz: 'Kuis',
  question: 'Soal',
  assignment: 'Tugas',
  discussion: 'Diskusi',
  tool: 'Alat luar',
  activity: 'Aktivitas',
  settings: 'Pengaturan',
}

/** In the order in which they matter to the one who imports. */
const groups = [
  { outcome: 'refused', title: 'tidak bisa ikut', isOpen: true },
  { outcome: 'changed', title: 'ikut dengan perubahan', isOpen: true },
  { outcome: 'imported', title: 'ikut apa adanya', isOpen: false },
] as const

/** The outcome of every item of an archive from another platform. */
export function ImportReport({ report }: { report: readonly ImportedItem[] }) {
  return (
    <div className="grid gap-2">
      {groups.map(({ outcome, title, isOpen }) => {
        const items = report.filter((item) => item.outcome === outcome)
        if (items.length === 0) return null
        return (
          <details key={outcome} open={isOpen && items.length <= 20}>
            <summary className="min-h-11 cursor-pointer content-center font-semibold underline">
              {items.length.toLocaleString('id-ID')} {title}
            </summary>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keyboard. */}
            <ul className="grid max-h-96 gap-2 overflow-y-auto text-sm" tabIndex={0} aria-label="Isi laporan">
              {items.map(({ name, kind, note }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- names repeat, and the list never changes
                <li key={index} className="wrap-anywhere">
                  <span className="text-ink-3">{kinds[kind]}</span> <span className="font-semibold">{name}</span>
                  {note && <span className="block text-ink-2">{note}</span>}
                </li>
              ))}
            </ul>
          </details>
        )
      })}
    </div>
  )
}
