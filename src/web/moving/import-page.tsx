import { useEffect, useState } from 'react'
import { Link, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { acceptArchives } from '#contract/kit/media/picked-files.ts'
import { maximumCourseFileMegabytes, maximumCourseFileVideoMegabytes } from '#contract/moving/course-format.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { FileField } from '#web/kit/staff/file-field.tsx'
import { DownloadButton } from '#web/kit/staff/lists/download-button.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { useStaffUser } from '#web/kit/staff/use-staff-user.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { ImportProgress } from './import-progress.tsx'
import { peopleFiles, useSending, type CourseFile } from './sending.ts'

export const createLoader = staffLoader(async (api) => (await api.authenticated.courseFormat.listCourseImports()).data)

const toCourse = (file: File): CourseFile => ({ name: file.name, bytes: file.size, read: async () => file })

/** Loads what reads archives for archives only; an export of everything has more than one course may have. */
async function readChosen(files: readonly File[]): Promise<{ courses: CourseFile[]; people: CourseFile[] }> {
  const chosen: Awaited<ReturnType<typeof readChosen>> = { courses: [], people: [] }
  for (const file of files) {
    const split = file.name.endsWith('.zip') ? await (await import('./split-export.ts')).splitExport(file) : null
    chosen.courses.push(...(split?.courses ?? [toCourse(file)]))
    if (split?.people) chosen.people.push(split.people)
  }
  return chosen
}

/** Imports courses from files that the server keeps and checks first. The address names one, so that one can leave and come back. */
export function Page() {
  const imports = useLoaderData<ReturnType<typeof createLoader>>()
  const [search, setSearch] = useSearchParams()
  const { revalidate } = useRevalidator()
  const { sending, send } = useSending()
  const isAdmin = useStaffUser().role === 'admin'
  const people = peopleFiles.use()
  const [isReading, setReading] = useState(false)
  const shown = search.get('berkas')
  const isSending = sending.step === 'sending'
  const failures = sending.step === 'idle' ? sending.failures : []

  // A file that arrived while another page was open is in the list now.
  useEffect(() => {
    if (!isSending) void revalidate()
  }, [isSending, revalidate])

  async function choose(files: readonly File[]) {
    setSearch({}, { replace: true })
    setReading(true)
    const chosen = await readChosen(files).catch((error: unknown) => void toast.error(describeFailure(error)))
    setReading(false)
    if (!chosen) return
    const { courses } = chosen
    peopleFiles.set(chosen.people)
    const [stored] = await send(courses, () => void revalidate())
    // Whoever left the page is not taken back to it.
    if (stored && courses.length === 1 && location.pathname === staffPaths.courseImport())
      setSearch({ berkas: stored._id }, { replace: true })
  }
  return (
    <StaffPage
      title="Impor kelas"
      lead="Dari hasil Ekspor atau Ekspor semua (zip), atau dari tempat lain: Common Cartridge (.imscc, dari Canvas, Moodle, Brightspace) dan cadangan kelas Moodle (.mbz)."
      back={{ to: paths.adminCourses(), label: 'Kelas' }}
    >
      <div className="grid max-w-[820px] gap-6">
        <FileField
          label="Berkas kelas"
          multiple
          hint={`Zip, imscc, atau mbz, maksimal ${maximumCourseFileMegabytes} MB per kelas. Beberapa berkas boleh dipilih sekaligus. Hasil Ekspor memuat video sampai ${maximumCourseFileVideoMegabytes} MB seluruhnya; sisanya diunggah lagi setelah impor. Kelas baru dibuat setelah kamu menekan Impor.`}
          accept={acceptArchives}
          fileName={isSending ? sending.name : (failures[0]?.name ?? null)}
          disabled={isSending || isReading}
          error={
            failures.length === 0
              ? null
              : failures.length === 1
                ? (failures[0]?.message ?? null)
                : 'Sebagian berkas tidak terkirim.'
          }
          onChoose={(_first, all) => void choose(all)}
        />
        {failures.length > 1 && (
          <ul aria-label="Berkas yang tidak terkirim" className="grid gap-1 text-sm">
            {failures.map(({ name, message }) => (
              <li key={name} className="wrap-anywhere">
                <span className="font-semibold">{name}</span>: {message}
              </li>
            ))}
          </ul>
        )}
        {isReading && <p role="status">Membaca berkas…</p>}
        {isSending && (
          <div className="grid gap-2">
            <ProgressBar percent={((sending.nth - 1 + sending.sent) / sending.of) * 100} label="Pengiriman berkas" />
            <p className="text-sm text-ink-2 tabular-nums">
              {sending.of > 1 && `Berkas ${sending.nth} dari ${sending.of}. `}Terkirim {Math.floor(sending.sent * 100)}
              %. Halaman lain di situs ini boleh dibuka selama pengiriman; tab ini jangan ditutup dulu.
            </p>
          </div>
        )}
        {people.length > 0 && (
          <div className="grid justify-items-start gap-2 rounded-card border border-line bg-surface p-4">
            <p>
              Berkas ini juga memuat siswa dan kemajuan belajarnya. Simpan people.csv, lalu{' '}
              {isAdmin ? (
                <>
                  impor di{' '}
                  <Link to={paths.adminStudents()} className="font-semibold underline">
                    Pengguna
                  </Link>
                </>
              ) : (
                'minta admin mengimpornya'
              )}{' '}
              setelah kelas-kelasnya masuk.
            </p>
            {people.map((file, index) => (
              <DownloadButton key={file.name + String(index)} load={file.read}>
                Simpan people.csv{people.length > 1 && ` ${index + 1}`}
              </DownloadButton>
            ))}
          </div>
        )}
        {shown !== null && !isSending && (
          <ImportProgress key={shown} id={shown} onDiscarded={() => setSearch({}, { replace: true })} />
        )}
        <EarlierImports imports={imports} shownId={shown} />
      </div>
    </StaffPage>
  )
}
