import type { ReactNode } from 'react'
import { Button } from '#web/kit/ui/button.tsx'

/** Takes the place of a video that did not load; `children` are further ways to it. */
export function VideoFailureNotice({
  text,
  onRetry,
  children,
}: {
  text: string
  onRetry: () => void
  children?: ReactNode
}) {
  return (
    <div role="alert" className="grid size-full content-center justify-items-center gap-4 p-5 text-center text-white">
      <p className="max-w-110 font-semibold text-balance">{text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="buy" size="sm" onClick={onRetry}>
          Coba lagi
        </Button>
        {children}
      </div>
    </div>
  )
}
