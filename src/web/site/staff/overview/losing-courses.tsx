import { Link } from 'react-router'
import type { Overview } from '#contract/site/overview.ts'
import { paths } from '#contract/kit/paths.ts'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'

/** Courses that many students stopped studying. */
export function LosingCourses({ rows }: { rows: Overview['losing'] }) {
  return (
    <section aria-labelledby="perlu-dilihat" className="mt-10">
      <h2 id="perlu-dilihat" className="text-xl font-bold">
        Kelas yang ditinggal siswa
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-3">Belum selesai, dan tidak dibuka lagi selama dua minggu.</p>
      {rows.length === 0 ? (
        <p className="text-ink-2">Tidak ada kelas yang ditinggal siswa.</p>
      ) : (
        <ul className="grid gap-3 md:grid-cols-2">
          {rows.map(({ _id, title, students, finished, idle }) => (
            <li key={_id} className="rounded-card border border-line bg-surface p-4">
              <Link to={paths.adminCourse({ courseId: _id })} className="font-bold wrap-anywhere hover:underline">
                {title}
              </Link>
              <p className="mt-1 mb-2 text-sm text-ink-2">
                <Link
                  to={`${paths.adminCourse({ courseId: _id })}?part=inactive`}
                  className="inline-flex min-h-6 underline"
                >
                  {idle} dari {students} siswa berhenti
                </Link>{' '}
                · {finished} selesai
              </p>
              {/* Not in the colour of success. */}
              <div className="[&_svg]:text-kunyit">
                <ProgressBar percent={(idle / students) * 100} label={`Siswa ${title} yang berhenti`} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
