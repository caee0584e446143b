import { Suspense, useState, type ReactNode } from 'react'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'
import { ProgressLine } from '#web/kit/ui/feedback/progress-line.tsx'
import type { LessonDialogProps } from './lesson-dialog.tsx'

const LessonDialog = lazyDialog<LessonDialogProps>(() =>
  import('./lesson-dialog.tsx').then((module) => module.LessonDialog),
)

type Props = Omit<LessonDialogProps, 'onClose'> & { className: string; children: ReactNode }

/** A button that opens a free lesson in a dialog, whose code is loaded with the first press. */
export function LessonPreview({ className, children, ...lesson }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={className}>
        {children}
      </button>
      {open && (
        <Suspense fallback={<ProgressLine />}>
          <LessonDialog {...lesson} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
