import Check from 'lucide-react/icons/check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import { Link } from 'react-router'
import type { ChecklistItem } from '#contract/catalog/review-rules.ts'
import { paths } from '#contract/kit/paths.ts'

/** Requirements of a first course before it is sent in, with the way to what is missing. */
export function Checklist({ courseId, items }: { courseId: string; items: readonly ChecklistItem[] }) {
  const missing = items.filter(({ isMet }) => !isMet).length
  return (
    <section aria-labelledby="syarat-pengajuan" className="mb-6 rounded-card border border-line bg-surface p-4 md:p-5">
      <h2 id="syarat-pengajuan" className="text-lg font-bold">
        Sebelum diajukan
      </h2>
      <p className="mt-1 text-ink-2">
        {missing === 0
          ? 'Semuanya lengkap. Ajukan kelas ini, lalu admin memeriksanya sebelum tayang.'
          : `Kelas pertamamu diperiksa admin sebelum tayang. Tinggal ${missing} dari ${items.length}:`}
      </p>
      <ul className="mt-3 grid gap-1">
        {items.map(({ key, isMet, sentence }) => (
          <li key={key} className="flex items-start gap-2 py-1 wrap-anywhere">
            {isMet ? (
              <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-daun" />
            ) : (
              <CircleDashed aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-3" />
            )}
            {isMet ? (
              <span className="text-ink-3">
                <span className="sr-only">Sudah: </span>
                {sentence}
              </span>
            ) : (
              <Link
                to={key === 'lessons' ? paths.adminLessonCreate({ courseId }) : paths.adminCourseEdit({ courseId })}
                className="font-semibold underline"
              >
                <span className="sr-only">Belum: </span>
                {sentence}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
