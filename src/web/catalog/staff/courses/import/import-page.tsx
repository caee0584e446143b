import { useEffect, useRef } from 'react'
import { useNavigate, type LoaderFunctionArgs } from 'react-router'
import type { CourseMistake, ImportedCourse } from '#contract/catalog/course-format.ts'
import { paths } from '#contract/kit/paths.ts'
import type { Api } from '#web/identity/index.ts'
import { FileField } from '#web/kit/staff/file-field.tsx'
import { loadAsStaff } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { ImportReport } from './import-report.tsx'
import { useCourseImport, type ImportState } from './use-course-import.ts'

export const createCourseImportLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, async () => null)

/** Imports a course from a zip that the server checks first. */
export function CourseImportPage() {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const { state, check, confirm } = useCourseImport((courseId) => {
    toast.success('Kelas diimpor sebagai draf.')
    void navigate(paths.adminCourse({ courseId }))
  })
  const { step } = state
  useEffect(() => {
    if (step === 'checked' || step === 'mistakes') heading.current?.focus()
  }, [step])
  const isBusy = state.step === 'checking' || state.step === 'importing'
  return (
    <StaffPage
      title="Impor kelas"
      lead="Dari hasil Ekspor (zip), atau dari tempat lain: Common Cartridge (.imscc, dari Canvas, Moodle, Brightspace) dan cadangan kelas Moodle (.mbz)."
      back={{ to: paths.adminCourses(), label: 'Courses' }}
    >
      <div className="grid max-w-[820px] gap-6">
        <FileField
          label="Berkas kelas"
          hint="Zip, imscc, atau mbz, maksimal 64 MB. Berkas diperiksa dulu; kelas baru dibuat setelah kamu menekan Impor."
          accept=".zip,.imscc,.mbz,application/zip,application/gzip"
          fileName={state.step === 'empty' ? null : state.file.name}
          disabled={isBusy}
          error={state.step === 'failed' ? state.message : null}
          onChoose={(file) => void check(file)}
        />
        {'sent' in state && (
          <div className="grid gap-2">
            <ProgressBar percent={state.sent * 100} label="Pengiriman berkas" />
            <p className="text-sm text-ink-2 tabular-nums">
              {state.sent < 1
                ? `Terkirim ${Math.floor(state.sent * 100)}%`
                : state.step === 'checking'
                  ? 'Terkirim, sedang diperiksa…'
                  : 'Terkirim, sedang disimpan…'}
            </p>
          </div>
        )}
        {/* Without the numbers, which would be announced all the time. */}
        <p role="status" className={isBusy ? 'flex items-center gap-3 font-semibold' : 'sr-only'}>
          {isBusy && <Spinner />}
          {describe(state)}
        </p>
        {state.step === 'mistakes' && <Mistakes mistakes={state.mistakes} headingRef={heading} />}
        {(state.step === 'checked' || state.step === 'importing' || state.step === 'failed') && state.summary && (
          <Checked summary={state.summary} headingRef={heading} isBusy={isBusy} onConfirm={() => void confirm()} />
        )}
      </div>
    </StaffPage>
  )
}

function describe(state: ImportState): string {
  if (state.step === 'checking') return `Mengunggah dan memeriksa ${state.file.name}…`
  if (state.step === 'importing') return 'Mengimpor. Jangan tutup halaman ini…'
  if (state.step === 'mistakes') return `${state.mistakes.length} kesalahan ditemukan.`
  return state.step === 'checked' ? 'Berkas siap diimpor.' : ''
}

type HeadingRef = React.RefObject<HTMLHeadingElement | null>

function Mistakes({ mistakes, headingRef }: { mistakes: readonly CourseMistake[]; headingRef: HeadingRef }) {
  return (
    <section aria-labelledby="kesalahan" className="grid gap-3">
      <h2 id="kesalahan" ref={headingRef} tabIndex={-1} className="text-xl font-bold outline-none">
        {mistakes.length} kesalahan
      </h2>
      <p className="text-ink-2">Belum ada yang diimpor. Perbaiki baris ini di berkasmu, buat ulang zipnya, lalu pilih lagi.</p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {mistakes.map(({ file, line, message }) => (
          <li key={`${file}:${line}:${message}`} className="grid gap-1 px-4 py-3 md:grid-cols-[minmax(0,240px)_minmax(0,1fr)] md:gap-4">
            <code className="text-sm font-semibold wrap-anywhere">
              {file}:{line}
            </code>
            <span className="wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type CheckedProps = { summary: ImportedCourse; headingRef: HeadingRef; isBusy: boolean; onConfirm: () => void }

function Checked({ summary, headingRef, isBusy, onConfirm }: CheckedProps) {
  const { title, chapters, lessons, pictures, unused } = summary
  return (
    <section aria-labelledby="siap" className="grid gap-3 rounded-card border border-line bg-surface p-5">
      <h2 id="siap" ref={headingRef} tabIndex={-1} className="text-xl font-bold wrap-anywhere outline-none">
        {title}
      </h2>
      <p className="text-ink-2">
        Tidak ada kesalahan: {chapters > 0 && `${chapters} bab, `}
        {lessons} materi{pictures > 0 && `, ${pictures} gambar`}. Kelas ini akan menjadi draf milikmu.
      </p>
      {summary.report && <ImportReport report={summary.report} />}
      {unused.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-semibold underline">{unused.length} berkas tidak dipakai di course.yaml</summary>
          <ul className="grid gap-1 text-sm text-ink-2">
            {unused.map((path) => (
              <li key={path} className="wrap-anywhere">
                <code>{path}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div>
        <Button busy={isBusy} onClick={onConfirm}>
          Impor sebagai draf
        </Button>
      </div>
    </section>
  )
}
