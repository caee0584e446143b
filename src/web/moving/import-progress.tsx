import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { failureCode } from '#contract/client.ts'
import type { CourseImport, CourseMistake } from '#contract/moving/course-format.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { usePolling } from '#web/kit/ui/behaviour/use-polling.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { Spinner } from '#web/kit/ui/feedback/spinner.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { CheckedImport } from './checked-import.tsx'

const schedule = { intervalMs: 1000, maxIntervalMs: 15_000, deadlineMs: 15 * 60_000 }
const isBusy = ({ state }: CourseImport) => state === 'checking' || state === 'importing'
/** Most files take seconds. */
const slowAfterMs = 60_000

/** How far a file is on the server, until it is a course. */
export function ImportProgress({ id, onDiscarded }: { id: string; onDiscarded: () => void }) {
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [round, setRound] = useState(1)
  const [isGone, setGone] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  // Only who saw the import begin is taken to its course.
  const wasImporting = useRef(false)
  const { data, hasFailed, isOverdue, restart } = usePolling<CourseImport | null>(isGone ? null : `${id} ${round}`, {
    request: async (signal, last) => {
      try {
        return (await authenticated.courseFormat.showCourseImport({ id }, { signal })).data
      } catch (error) {
        if (failureCode(error) !== 'NOT_FOUND') throw error
        setGone(true)
        return last ?? null
      }
    },
    isFinal: (found) => found === null || !isBusy(found),
    schedule,
  })
  const [before, setBefore] = useState<CourseImport | null>(null)
  const found = data ?? before
  const state = found?.state
  const isWorking = !found || isBusy(found)
  const isSlow = useSlow(isWorking)
  useEffect(() => {
    if (state === 'importing') wasImporting.current = true
    if (state === 'checked' || state === 'rejected') heading.current?.focus()
    if (state === 'imported' && wasImporting.current && found?.courseId) {
      wasImporting.current = false
      toast.success('Kelas diimpor sebagai draf.')
      void navigate(paths.adminCourse({ courseId: found.courseId }))
    }
  }, [state, found?.courseId, navigate])

  async function act(work: () => Promise<void>) {
    setWaiting(true)
    try {
      await withLogin(work)
    } catch (error) {
      toast.error(describeFailure(error))
    } finally {
      setWaiting(false)
    }
  }
  const confirm = (essays: 'assignments' | 'leave') =>
    act(async () => {
      const { data: confirmed } = await authenticated.courseFormat.confirmCourseImport({ id, essays })
      wasImporting.current = true
      setBefore({ ...confirmed, summary: confirmed.summary ?? found?.summary ?? null })
      setRound(round + 1)
    })
  const discard = () =>
    act(async () => {
      await authenticated.courseFormat.discardCourseImport({ id })
      onDiscarded()
    })

  if (isGone) return <p className="text-ink-2">Berkas ini sudah tidak ada. Pilih berkasnya lagi.</p>
  return (
    <>
      {/* Without numbers, which would be announced all the time. */}
      <p role="status" className={isWorking ? 'flex items-center gap-3 font-semibold' : 'sr-only'}>
        {isWorking && !isOverdue && <Spinner />}
        {describe(found)}
      </p>
      {isWorking && (
        <p className="text-sm text-ink-2">
          {hasFailed
            ? 'Server belum menjawab; pengecekan dicoba lagi.'
            : 'Halaman ini boleh ditinggalkan: pekerjaan berlanjut di server, dan hasilnya ada di sini.'}
        </p>
      )}
      <p role="status" className="text-sm text-ink-2">
        {isSlow &&
          'Ini lebih lama dari biasanya: berkasnya menunggu giliran, atau server berhenti di tengah jalan dan mengulangnya sendiri paling lambat sepuluh menit kemudian. Kamu juga boleh membatalkannya dan mengirim berkasnya lagi.'}
      </p>
      {isOverdue && (
        <div>
          <Button variant="outline" onClick={restart}>
            Lihat lagi
          </Button>
        </div>
      )}
      {found?.state === 'rejected' && <Mistakes mistakes={found.mistakes} headingRef={heading} />}
      {found?.state === 'imported' && (
        <div className="grid gap-3 rounded-card border border-line bg-surface p-5">
          <p className="font-semibold wrap-anywhere">{found.name} sudah diimpor.</p>
          {found.courseId ? (
            <div>
              <ButtonLink to={paths.adminCourse({ courseId: found.courseId })}>Buka kelas</ButtonLink>
            </div>
          ) : (
            <p className="text-ink-2">Kelasnya sudah dihapus.</p>
          )}
        </div>
      )}
      {(found?.state === 'checked' || found?.state === 'importing') && found.summary && (
        <CheckedImport
          summary={found.summary}
          headingRef={heading}
          isBusy={isWaiting || found.state === 'importing'}
          onConfirm={(essays) => void confirm(essays)}
        />
      )}
      {found && found.state !== 'imported' && (
        <div>
          <Button variant="ghost" disabled={isWaiting} onClick={() => void discard()}>
            {isWorking ? 'Batalkan' : 'Hapus berkas ini'}
          </Button>
        </div>
      )}
    </>
  )
}

/** True once this has lasted longer than most. */
function useSlow(isWorking: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isWorking) return
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isWorking])
  return isSlow
}

function describe(found: CourseImport | null): string {
  if (!found) return 'Memuat…'
  if (found.state === 'checking') return `Memeriksa ${found.name}…`
  if (found.state === 'importing') return `Mengimpor ${found.name}…`
  if (found.state === 'rejected') return `${found.mistakes.length} kesalahan ditemukan.`
  return found.state === 'checked' ? 'Berkas siap diimpor.' : ''
}

function Mistakes({
  mistakes,
  headingRef,
}: {
  mistakes: readonly CourseMistake[]
  headingRef: React.RefObject<HTMLHeadingElement | null>
}) {
  return (
    <section aria-labelledby="kesalahan" className="grid gap-3">
      <h2 id="kesalahan" ref={headingRef} tabIndex={-1} className="text-xl font-bold outline-none">
        {mistakes.length} kesalahan
      </h2>
      <p className="text-ink-2">
        Belum ada yang diimpor. Perbaiki baris ini di berkasmu, buat ulang berkasnya, lalu pilih lagi.
      </p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {mistakes.map(({ file, line, message }) => (
          <li
            key={`${file}:${line}:${message}`}
            className="grid gap-1 px-4 py-3 md:grid-cols-[minmax(0,240px)_minmax(0,1fr)] md:gap-4"
          >
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
