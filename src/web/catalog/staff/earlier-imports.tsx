import { Link } from 'react-router'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import type { CourseImport, ImportState } from '#contract/catalog/course-format.ts'
import { formatShortDate } from '#contract/kit/days.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'

const states: Record<ImportState, string> = {
  checking: 'Sedang diperiksa',
  checked: 'Siap diimpor',
  rejected: 'Ada kesalahan',
  importing: 'Sedang diimpor',
  imported: 'Sudah menjadi kelas',
}

/** Files of this week that wait, or became courses. */
export function EarlierImports({ imports }: { imports: readonly CourseImport[] }) {
  if (imports.length === 0) return null
  return (
    <section aria-labelledby="impor-lain" className="grid gap-3">
      <h2 id="impor-lain" className="text-xl font-bold">
        Berkas minggu ini
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {imports.map(({ _id, name, bytes, state, createdAt }) => (
          <li key={_id}>
            <Link
              to={`${staffPaths.courseImport()}?berkas=${_id}`}
              className="grid min-h-11 gap-x-4 px-4 py-3 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_max-content]"
            >
              <span className="font-semibold wrap-anywhere underline">{name}</span>
              <span className="text-sm text-ink-2">{states[state]}</span>
              <span className="text-sm text-ink-3">
                {formatShortDate(createdAt)} · {formatBytes(bytes)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
