import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useEffectEvent } from 'react'
import { failureStatus } from '#contract/client.ts'
import { useFocusNext } from '#web/kit/ui/behaviour/use-focus-next.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/kit/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { AttemptView } from './attempt-view.tsx'
import { Result } from './result.tsx'
import { Start } from './start.tsx'
import { useAttempt, type AttemptState } from './use-attempt.ts'

type Props = {
  courseId: string
  lessonId: string
  userId: string
  /** The URL of the next lesson to study. */
  nextUrl: string
  /** The lesson was completed by a passed attempt. */
  onPassed: () => void
}

/** A quiz in the lesson player: its start, the attempt, and the result. */
export default function QuizPlayer({ nextUrl, onPassed, ...ids }: Props) {
  const state = useAttempt(ids)
  const next = useFocusNext(state.open?.attempt._id ?? (state.result ? 'result' : 'start'))
  const hasPassed = state.result?.data?.result?.passed === true
  const passed = useEffectEvent(onPassed)
  useEffect(() => {
    if (hasPassed) passed()
  }, [hasPassed])
  return (
    <div ref={next}>
      <Shown state={state} nextUrl={nextUrl} />
    </div>
  )
}

function Shown({ state, nextUrl }: { state: AttemptState; nextUrl: string }) {
  const { start, open, result } = state
  if (open) return <AttemptView key={open.attempt._id} stored={open} state={state} />
  if (result?.status === 'loaded' && start.data)
    return <Result attempt={result.data} start={start.data} state={state} nextUrl={nextUrl} />
  if (result?.status === 'failed')
    return (
      <ErrorState
        title="Hasil belum bisa dimuat"
        text="Jawabanmu sudah terkirim. Periksa koneksi, lalu coba lagi."
        onRetry={result.reload}
      />
    )
  if (start.status === 'failed')
    return failureStatus(start.error) === null ? (
      // Nothing is wrong: it loads by itself when there is a connection.
      <div role="status">
        <EmptyState
          title="Kuis ini perlu internet untuk dimulai"
          text="Begitu tersambung lagi, kuisnya muncul di sini dengan sendirinya. Setelah itu kamu bisa mengerjakannya tanpa sinyal."
        >
          <Button variant="outline" onClick={start.reload}>
            <RotateCw aria-hidden className="size-4.5" />
            Coba lagi
          </Button>
        </EmptyState>
      </div>
    ) : (
      <ErrorState title="Kuis belum bisa dimuat" text="Coba lagi sebentar lagi." onRetry={start.reload} />
    )
  if (start.status === 'loading' || result)
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Memuat kuis…</span>
        <Skeleton className="h-32" />
        <Skeleton className="h-11 w-40" />
      </div>
    )
  return <Start start={start.data} state={state} />
}
