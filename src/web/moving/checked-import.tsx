import { useState } from 'react'
import type { ImportedCourse } from '#contract/moving/course-format.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { CheckboxField } from '#web/kit/ui/field.tsx'
import { ImportReport } from './import-report.tsx'

type Props = {
  summary: ImportedCourse
  headingRef: React.RefObject<HTMLHeadingElement | null>
  isBusy: boolean
  onConfirm: (essays: 'assignments' | 'leave') => void
}

/** Preview of the import of a checked file. */
export function CheckedImport({ summary, headingRef, isBusy, onConfirm }: Props) {
  const { title, chapters, lessons, pictures, missingVideos = [], unused, report, essays = 0 } = summary
  const [withEssays, setWithEssays] = useState(false)
  return (
    <section aria-labelledby="siap" className="grid gap-3 rounded-card border border-line bg-surface p-5">
      <h2 id="siap" ref={headingRef} tabIndex={-1} className="text-xl font-bold wrap-anywhere outline-none">
        {title}
      </h2>
      <p className="text-ink-2">
        Tidak ada kesalahan: {chapters > 0 && `${chapters} bab, `}
        {lessons} materi{pictures > 0 && `, ${pictures} gambar`}. Kelas ini akan menjadi draf milikmu.
      </p>
      {missingVideos.length > 0 && (
        <div className="grid gap-1">
          <p className="font-semibold">{missingVideos.length} video belum ada, di berkas ini maupun di situs ini.</p>
          <p className="text-sm text-ink-2">
            Materinya tetap ikut, dengan tanda “Video belum ada”. Unggah videonya di tiap materi setelah impor:
          </p>
          <ul className="grid list-disc gap-1 pl-5 text-sm">
            {missingVideos.map((lesson, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- titles repeat, and the list never changes
              <li key={index} className="wrap-anywhere">
                {lesson}
              </li>
            ))}
          </ul>
        </div>
      )}
      {report && <ImportReport report={report} />}
      {unused.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold underline">
            {unused.length} berkas tidak dipakai di course.yaml
          </summary>
          <ul className="grid gap-1 text-sm text-ink-2">
            {unused.map((path) => (
              <li key={path} className="wrap-anywhere">
                <code>{path}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      {essays > 0 && (
        <CheckboxField
          label={`Jadikan ${essays} soal esai sebagai tugas`}
          hint="Kuis menilai sendiri, jadi soal yang dinilai orang menjadi tugas setelah kuisnya."
          checked={withEssays}
          disabled={isBusy}
          onChange={(event) => setWithEssays(event.target.checked)}
        />
      )}
      <div>
        <Button busy={isBusy} onClick={() => onConfirm(withEssays ? 'assignments' : 'leave')}>
          Impor sebagai draf
        </Button>
      </div>
    </section>
  )
}
