import { Button } from '#web/ui/button.tsx'

type Props = { place: { heading: string } | null; onAccept: () => void; onDecline: () => void }

/** Another device was somewhere else. */
export function ResumeOffer({ place, onAccept, onDecline }: Props) {
  return (
    <div role="status">
      {place && (
        <div className="fixed inset-x-3 bottom-20 z-30 mx-auto flex max-w-140 flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4 shadow-dialog">
          <p className="text-sm">
            Lanjut dari <strong>{place.heading}</strong> di perangkat lain?
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
