import { useEffect, useState, type ComponentType } from 'react'
import { toast } from '#web/ui/toast.tsx'
import type { PanelsProps } from './panels.tsx'

const load = () => import('./panels.tsx').then(({ Panels }) => Panels)
const begins = ['scroll', 'pointerdown', 'keydown'] as const

/** What opens over the text. It comes once somebody begins to read, so that it is here before a network may be gone; null until then. */
export function usePanels(isWanted: boolean, onFailed: () => void): ComponentType<PanelsProps> | null {
  const [Panels, setPanels] = useState<ComponentType<PanelsProps> | null>(null)
  useEffect(() => {
    if (Panels) return
    if (isWanted) {
      load().then(
        (loaded) => setPanels(() => loaded),
        () => {
          toast.error('Koneksi terputus. Periksa jaringan, lalu coba lagi.')
          onFailed()
        },
      )
    }
    const fetchAhead = () => void load().catch(() => {})
    for (const event of begins) addEventListener(event, fetchAhead, { once: true, passive: true })
    return () => {
      for (const event of begins) removeEventListener(event, fetchAhead)
    }
    // A failure closes what was wanted; the next press tries again.
  }, [Panels, isWanted])
  return Panels
}
