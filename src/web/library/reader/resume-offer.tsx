import type { Place } from './reading-place.ts'
import { Button } from '#web/kit/ui/button.tsx'

type Props = { target: Place['offer']; onAccept: () => void; onDecline: () => void }

/** Offers to continue at the position of another device. */
export function ResumeOffer({ target, onAccept, onDecline }: Props) {
  return (
    <div role="status">
      {target && (
        <div className="fixed inset-x-3 bottom-20 z-30 mx-auto flex max-w-140 flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4 shadow-dialog">
          <p className="text-sm">
            Lanjut dari{' '}
            <strong>{target.isHere ? `${Math.round(target.position.percent)} % bagian ini` : target.heading}</strong> di
            perangkat lain?
          </p>
          <div className="flex gap-2">
            <Button size="sm" variant="outline" onClick={onDecline}>
              Tetap di sini
            </Button>
            <Button size="sm" onClick={onAccept}>
              Lanjut ke sana
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
