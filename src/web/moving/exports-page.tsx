import PackageOpen from 'lucide-react/icons/package-open'
import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import { paths } from '#contract/kit/paths.ts'
import type { SiteExport } from '#contract/moving/export.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { DownloadButton } from '#web/kit/staff/lists/download-button.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { usePolling } from '#web/kit/ui/behaviour/use-polling.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

export const createLoader = staffLoader(async (api) => (await api.authenticated.siteExport.listExports()).data)

const schedule = { intervalMs: 1000, maxIntervalMs: 5000, deadlineMs: 6 * 60 * 60_000 }
const isMaking = ({ state }: SiteExport) => state === 'making'

/** Everything of the site as one file, which the server makes in the background. */
export function Page() {
  const loaded = useLoaderData<ReturnType<typeof createLoader>>()
  const { authenticated } = useApi()
  const [round, setRound] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const { data, hasFailed } = usePolling<readonly SiteExport[]>(
    round > 0 || loaded.some(isMaking) ? String(round) : null,
    {
      request: async (signal) => (await authenticated.siteExport.listExports({}, { signal })).data,
      isFinal: (list) => !list.some(isMaking),
      schedule,
    },
  )
  const [exports, setExports] = useState<readonly SiteExport[]>(loaded)
  const [wasMade, setMade] = useState(false)
  // Between two requests, and while they fail, the last list stays.
  if (data && data !== exports) {
    setExports(data)
    if (exports.some(isMaking)) setMade(!data.some(isMaking) && data[0]?.state === 'ready')
  }

  async function act(work: () => Promise<unknown>) {
    setBusy(true)
    setMade(false)
    try {
      await withLogin(work)
    } catch (error) {
      toast.error(describeFailure(error))
    } finally {
      setRound((before) => before + 1)
      setBusy(false)
    }
  }
  return (
    <StaffPage
      title="Ekspor semua"
      lead="Semua kelas, orang beserta kelasnya, dan pesanan dalam satu berkas zip. Impor kelas di situs lain menerimanya utuh."
      back={{ to: paths.adminCourses(), label: 'Kelas' }}
      actions={
        <Button
          busy={isBusy}
          disabled={exports.some(isMaking)}
          onClick={() => void act(() => authenticated.siteExport.startExport({}))}
        >
          <PackageOpen aria-hidden className="size-4.5" />
          Buat ekspor
        </Button>
      }
    >
      <div className="grid max-w-[820px] gap-4">
        <p role="status" className={exports.some(isMaking) ? 'text-ink-2' : 'sr-only'}>
          {exports.some(isMaking)
            ? hasFailed
              ? 'Server belum menjawab; dicoba lagi.'
              : 'Sedang dibuat. Halaman ini boleh ditinggalkan: pekerjaan berlanjut di server, dan berkasnya menunggu di sini.'
            : wasMade
              ? 'Ekspor siap diunduh.'
              : ''}
        </p>
        {exports.length === 0 ? (
          <p className="text-ink-2">Belum ada ekspor. Yang sudah dibuat tersimpan di sini selama tujuh hari.</p>
        ) : (
          <ul aria-label="Ekspor" className="divide-y divide-line rounded-card border border-line bg-surface">
            {exports.map((made) => (
              <li key={made._id} className="grid gap-3 p-4">
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <p className="grid min-w-0">
                    <span className="font-semibold">{formatShortDateTime(made.createdAt)}</span>
                    <span className="text-sm text-ink-2 tabular-nums">{describeExport(made)}</span>
                  </p>
                  <span className="flex flex-wrap gap-2">
                    {made.state === 'ready' && (
                      <DownloadButton
                        load={async () => (await authenticated.siteExport.fetchExport({ id: made._id })).body}
                      >
                        Unduh
                      </DownloadButton>
                    )}
                    <Button
                      variant="ghost"
                      disabled={isBusy}
                      onClick={(event) => {
                        leaveRow(event.currentTarget)
                        void act(() => authenticated.siteExport.deleteExport({ id: made._id }))
                      }}
                    >
                      {isMaking(made) ? 'Batalkan' : 'Hapus'}
                      <span className="sr-only"> ekspor {formatShortDateTime(made.createdAt)}</span>
                    </Button>
                  </span>
                </div>
                {isMaking(made) && made.filesAll !== null && (
                  <ProgressBar percent={(made.filesDone / made.filesAll) * 100} label="Pembuatan ekspor" />
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </StaffPage>
  )
}

function describeExport({ state, filesDone, filesAll, bytes }: SiteExport): string {
  if (state === 'failed') return 'Tidak berhasil dibuat. Periksa ruang penyimpanan di halaman Sistem, lalu buat lagi.'
  if (state === 'ready') return `${formatBytes(bytes ?? 0)} · ${filesAll ?? 0} berkas`
  return filesAll === null ? 'Menunggu giliran' : `${filesDone} dari ${filesAll} berkas`
}
