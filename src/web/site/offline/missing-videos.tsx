import { formatBytes } from '#contract/kit/format/bytes.ts'
import { bytesOf } from '#web/kit/device/bytes.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { missingVideosOf } from './missing-videos-of.ts'
import type { SavedItem } from './saved-store.ts'

/** The videos of a saved course that are not on this device yet, with a button that loads them. */
export function MissingVideos({ saved, onRetry }: { saved: SavedItem; onRetry: () => void }) {
  const missing = missingVideosOf(saved)
  if (missing.length === 0) return null
  return (
    <div className="w-full">
      <p className="text-sm">
        {missing.length} dari {saved.videos?.length} video belum tersimpan ({formatBytes(bytesOf(missing))}).{' '}
        {saved.hasNoSpace && 'Ruang di perangkat tidak cukup: hapus materi tersimpan yang lain dulu.'}
      </p>
      <Button type="button" variant="outline" size="sm" className="mt-2" onClick={onRetry}>
        Coba lagi
      </Button>
    </div>
  )
}
