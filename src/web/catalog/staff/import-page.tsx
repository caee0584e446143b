import { useEffect } from 'react'
import { useLoaderData, useRevalidator, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { maximumCourseFileVideoBytes } from '#contract/catalog/course-format.ts'
import type { Api } from '#web/identity/index.ts'
import { FileField } from '#web/kit/staff/file-field.tsx'
import { loadAsStaff } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { ImportProgress } from './import-progress.tsx'
import { useSending } from './sending.ts'

export const createCourseImportLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, async () => (await api.authenticated.courseFormat.listCourseImports()).data)

/** Imports a course from a file that the server keeps and checks first. The address names it, so that one can leave and come back. */
export function CourseImportPage() {
  const imports = useLoaderData<ReturnType<typeof createCourseImportLoader>>()
  const [search, setSearch] = useSearchParams()
  const { revalidate } = useRevalidator()
  const { sending, send } = useSending()
  const shown = search.get('berkas')
  const isSending = sending.step === 'sending'

  // A file that arrived while another page was open is in the list now.
  useEffect(() => {
    if (!isSending) void revalidate()
  }, [isSending, revalidate])

  async function choose(file: File) {
    setSearch({}, { replace: true })
    const stored = await send(file)
    // Whoever left the page is not taken back to it.
    if (stored && location.pathname === staffPaths.courseImport()) setSearch({ berkas: stored._id }, { replace: true })
  }
  return (
    <StaffPage
      title="Impor kelas"
      lead="Dari hasil Ekspor (zip), atau dari tempat lain: Common Cartridge (.imscc, dari Canvas, Moodle, Brightspace) dan cadangan kelas Moodle (.mbz)."
      back={{ to: paths.adminCourses(), label: 'Kelas' }}
    >
      <div className="grid max-w-[820px] gap-6">
        <FileField
          label="Berkas kelas"
          hint={`Zip, imscc, atau mbz, maksimal 64 MB. Hasil Ekspor memuat video sampai ${maximumCourseFileVideoBytes / 1024 / 1024} MB seluruhnya; sisanya diunggah lagi setelah impor. Kelas baru dibuat setelah kamu menekan Impor.`}
          accept=".zip,.imscc,.mbz,application/zip,application/gzip"
          fileName={sending.step === 'idle' ? null : sending.name}
          disabled={isSending}
          error={sending.step === 'failed' ? sending.message : null}
          onChoose={(file) => void choose(file)}
        />
        {sending.step === 'sending' && (
          <div className="grid gap-2">
            <ProgressBar percent={sending.sent * 100} label="Pengiriman berkas" />
            <p className="text-sm text-ink-2 tabular-nums">
              Terkirim {Math.floor(sending.sent * 100)}%. Halaman lain di situs ini boleh dibuka selama pengiriman; tab
              ini jangan ditutup dulu.
            </p>
          </div>
        )}
        {shown !== null && !isSending && (
          <ImportProgress key={shown} id={shown} onDiscarded={() => setSearch({}, { replace: true })} />
        )}
        <EarlierImports imports={imports.filter(({ _id }) => _id !== shown)} />
      </div>
    </StaffPage>
  )
}
