import Share2 from 'lucide-react/icons/share-2'
import { Suspense, useState } from 'react'
import { Button, type ButtonSize } from '#web/kit/ui/button.tsx'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'
import { ProgressLine } from '#web/kit/ui/feedback/progress-line.tsx'
import type { Shared } from './share-dialog.tsx'

const ShareDialog = lazyDialog<Shared & { onClose: () => void }>(() =>
  import('./share-dialog.tsx').then((module) => module.ShareDialog),
)

/** 'Bagikan': opens the dialog with the ways to share a page. */
export function ShareButton({ size = 'sm', ...shared }: Shared & { size?: ButtonSize }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size={size} className="needs-script" onClick={() => setOpen(true)}>
        <Share2 aria-hidden className="size-4" />
        Bagikan
      </Button>
      {isOpen && (
        <Suspense fallback={<ProgressLine />}>
          <ShareDialog {...shared} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
