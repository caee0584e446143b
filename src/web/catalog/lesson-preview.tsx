import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { ProgressLine } from '#web/ui/progress-line.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { LessonDialogProps } from './lesson-dialog.tsx'

const LessonDialog = lazy<ComponentType<LessonDialogProps>>(() =>
  import('./lesson-dialog.tsx').then(
    (dialog) => ({ default: dialog.LessonDialog }),
    () => {
      toast.error('Koneksi terputus. Muat ulang halaman, lalu coba lagi.')
      return { default: () => null }
    },
  ),
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
