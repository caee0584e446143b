import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Check from 'lucide-react/icons/check'
import CloudOff from 'lucide-react/icons/cloud-off'
import List from 'lucide-react/icons/list'
import type { ReactNode } from 'react'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import { isByResult } from '#contract/catalog/course-rules.ts'
import { Button } from '#web/kit/ui/button.tsx'
import type { Lessons, SaveState } from './use-lessons.ts'

type Props = {
  lessons: Lessons
  lesson: LessonSummary
  /** Without its body, a lesson cannot be completed. */
  isOpen: boolean
  lessonCount: number
  /** True while the next lesson opens; completion cannot be changed meanwhile. */
  isMovingOn: boolean
  onStep: (step: 1 | -1) => void
  onComplete: () => void
  onUndo: () => void
}

/** Completes a lesson and opens the next or previous one. At the bottom edge of the screen on a phone. */
export function LessonBar({ lessons, lesson, isOpen, lessonCount, isMovingOn, onStep, onComplete, onUndo }: Props) {
  const isCompleted = lessons.isCompleted(lesson._id)
  return (
    <div className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface px-3 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:px-6 lg:static lg:rounded-card lg:border lg:p-4 print:hidden">
      <SaveNotice state={lessons.saveState} />
      {/* Where text is large for the screen, completing has a row of its own, above the steps. */}
      <div className="@container">
        <div className="flex flex-wrap items-center justify-between gap-x-1 gap-y-2 sm:gap-x-2">
          <Button
            variant="ghost"
            size="sm"
            className="max-sm:px-2!"
            onClick={() => onStep(-1)}
            aria-label="Materi sebelumnya"
          >
            <ArrowLeft aria-hidden className="size-4" />
            <span className="max-sm:sr-only">Sebelumnya</span>
          </Button>
          {isCompleted ? (
            <div className="flex flex-wrap items-center gap-2 @max-[18rem]:order-first @max-[18rem]:basis-full">
              <p className="flex items-center gap-1.5 text-sm font-bold text-daun">
                Selesai <Check aria-hidden className="size-4" />
              </p>
              {!isByResult(lesson.type) && (
                <Button variant="outline" size="sm" aria-disabled={isMovingOn} onClick={onUndo}>
                  Batalkan
                </Button>
              )}
            </div>
          ) : (
            isOpen &&
            !isByResult(lesson.type) && (
              <Button
                size="sm"
                className="max-sm:px-2.5! @max-[18rem]:order-first @max-[18rem]:basis-full"
                aria-disabled={isMovingOn}
                onClick={onComplete}
              >
                Mark as Completed
              </Button>
            )
          )}
          <a
            href="#daftar-materi"
            className="hit-44 relative flex items-center gap-1.5 px-1 text-sm font-semibold text-nila tabular-nums lg:hidden"
          >
            <List aria-hidden className="size-4" />
            <span aria-hidden="true">
              {/* Beside the numbers of a quiz it says what it counts. */}
              {isByResult(lesson.type) && 'Materi '}
              {lessons.positionOf(lesson._id)}/{lessonCount}
            </span>
            <span className="sr-only">Daftar materi</span>
          </a>
          <Button
            variant="ghost"
            size="sm"
            className="max-sm:px-2!"
            onClick={() => onStep(1)}
            aria-label="Materi berikutnya"
          >
            <span className="max-sm:sr-only">Berikutnya</span>
            <ArrowRight aria-hidden className="size-4" />
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Shows whether progress is saved on the server or only on this device. The live region is rendered before its text, so that screen readers announce it. */
function SaveNotice({ state }: { state: SaveState }) {
  return (
    <div role="status" className="text-sm text-ink-2">
      {state === 'saved' && (
        <p className="mb-2 flex items-center gap-2">
          <Check aria-hidden className="size-4 shrink-0 text-daun" /> Progres tersimpan
        </p>
      )}
      {state === 'waiting' && (
        <p className="mb-2 flex items-center gap-2">
          <CloudOff aria-hidden className="size-4 shrink-0" /> Belum tersambung. Progres tersimpan di perangkat ini,
          dikirim saat online.
        </p>
      )}
    </div>
  )
}

type PartsProps = {
  /** The number of questions; null where none can be asked. */
  questions: ReactNode
  hasNote: boolean
  position: number
  lessonCount: number
}

const part =
  'flex min-h-11 grow items-center justify-center gap-1.5 rounded-button border border-border bg-surface px-2 py-1 text-sm font-semibold whitespace-nowrap text-ink-2 tabular-nums hover:border-ink hover:text-ink'

/** Leads to what lies far below a lesson on a phone; on a wide screen the list is beside it. */
export const LessonParts = ({ questions, hasNote, position, lessonCount }: PartsProps) => (
  <nav aria-label="Bagian materi" className="mt-4 flex flex-wrap gap-2 lg:hidden print:hidden">
    {questions !== null && (
      <a href="#tanya-jawab" className={part}>
        Tanya {questions}
      </a>
    )}
    <a href="#catatan" className={part}>
      Catatan
      {hasNote && (
        <span>
          1<span className="sr-only"> tersimpan</span>
        </span>
      )}
    </a>
    <a href="#daftar-materi" className={part}>
      Materi
      <span>
        {position}/{lessonCount}
      </span>
    </a>
  </nav>
)
