import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { Link } from 'react-router'
import { exercisesContract } from '#contract/exercises/exercises.ts'
import { useApi } from '#web/identity/index.ts'
import { notKeptText } from '#web/kit/device/device-value.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { useRetry } from '#web/kit/ui/behaviour/use-retry.ts'
import { registerExerciseCalls, type RunRefusal } from './exercise-store.ts'
import { Hints, Solution } from './player-hints.tsx'
import { usePractice } from './use-practice.ts'
import { Workbench } from './workbench.tsx'

registerExerciseCalls(exercisesContract)

type Props = {
  courseId: string
  lessonId: string
  userId: string
  /** The URL of the next lesson to study. */
  nextUrl: string
  /** All tests passed. */
  onPassed: () => void
  /** The task. */
  children?: ReactNode
}

/** A code exercise in the lesson player. It runs on this device, also without a network. */
export default function ExercisePlayer({ nextUrl, onPassed, children, ...ids }: Props) {
  const { courseId, lessonId } = ids
  const { authenticated } = useApi()
  const loaded = useRemote(
    `${courseId} ${lessonId}`,
    async (signal) =>
      (await authenticated.exercises.showExercise({ id: courseId, contentId: lessonId }, { signal })).data,
  )
  useRetry(loaded.status === 'failed', loaded.reload)
  const practice = usePractice(ids)
  const isPassed = loaded.data?.passed === true || practice.run?.passed === true
  const passed = useEffectEvent(onPassed)
  useEffect(() => {
    if (isPassed) passed()
  }, [isPassed])

  if (!loaded.data)
    return (
      <div className="grid gap-4">
        {children}
        {loaded.status === 'failed' ? (
          <div role="alert" className="grid justify-items-start gap-3">
            <p>Latihan ini belum bisa dimuat. Periksa koneksi, atau simpan kelasnya untuk offline dulu.</p>
            <Button variant="outline" onClick={loaded.reload}>
              Coba muat lagi
            </Button>
          </div>
        ) : (
          <div role="status" className="grid gap-3">
            <span className="sr-only">Memuat latihan…</span>
            <Skeleton className="h-64" />
          </div>
        )}
      </div>
    )
  const exercise = loaded.data
  if (exercise.version === 0)
    return (
      <div className="grid gap-4">
        {children}
        <p className="rounded-card bg-sunken p-4">Latihan ini sedang disiapkan pengajarnya.</p>
      </div>
    )
  const start = exercise.files.filter(({ role }) => role === 'edit').map(({ path, text }) => ({ path, text }))
  return (
    <Workbench
      practice={exercise}
      edited={practice.files ?? start}
      onEdit={practice.type}
      onRun={practice.addRun}
      task={
        <div className="grid min-w-0 gap-4">
          {children}
          <p className="text-sm text-ink-3">
            Ini latihan: kodenya berjalan di perangkatmu, dan boleh dicoba berapa kali pun.
          </p>
          <Hints hints={exercise.hints} />
          <Solution
            solution={practice.run?.solution ?? exercise.solution}
            solutionAfter={exercise.solutionAfter}
            tries={practice.run?.tries ?? exercise.tries}
          />
          {isPassed && (
            <p role="status" className="rounded-card bg-daun-50 p-3 font-semibold text-daun">
              Semua tes lulus. Materi ini selesai.{' '}
              <Link to={nextUrl} className="underline">
                Lanjut ke materi berikutnya
              </Link>
            </p>
          )}
        </div>
      }
      notice={<DraftNotice practice={practice} />}
    />
  )
}

const savedTexts = {
  idle: 'Kode tersimpan.',
  sending: 'Menyimpan…',
  waiting: 'Belum tersambung. Kode tersimpan di perangkat ini, dikirim saat online.',
  failed: 'Kode tersimpan di perangkat ini saja.',
} as const

const runRefusals: Record<RunRefusal, string> = {
  changed: 'Latihan ini berubah sejak kamu membukanya. Muat ulang halaman, lalu jalankan lagi.',
  large: 'Kodenya terlalu panjang, jadi percobaan ini tidak dihitung. Pendekkan, lalu jalankan lagi.',
}

function saveText({ syncState, isKept, isRejected }: ReturnType<typeof usePractice>): string {
  if (!isKept && syncState !== 'sending') return notKeptText
  return isRejected && syncState === 'idle' ? savedTexts.failed : savedTexts[syncState]
}

function DraftNotice({ practice }: { practice: ReturnType<typeof usePractice> }) {
  return (
    <>
      <p className="text-sm text-ink-2">{practice.files && saveText(practice)}</p>
      <div role="status">
        {practice.canTakeBack && (
          <p className="flex flex-wrap items-center gap-2 rounded-card bg-info-50 p-3 text-info">
            Kode yang lebih baru dari perangkat lain dipakai.
            <Button size="sm" variant="outline" onClick={practice.takeBack}>
              Urungkan
            </Button>
          </p>
        )}
        {practice.runRefused && (
          <p className="rounded-card bg-kunyit-50 p-3 text-kunyit-ink">{runRefusals[practice.runRefused]}</p>
        )}
      </div>
    </>
  )
}
