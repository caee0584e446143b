import { useEffect, useState } from 'react'
import { toast } from '#web/ui/toast.tsx'
import type { PanelsProps } from './panels.tsx'

const load = () => import('./panels.tsx')
const begins = ['scroll', 'pointerdown', 'keydown'] as const

/** What opens over the text. It comes once somebody begins to read, so that it is here before a network may be gone. */
export function LazyPanels(props: PanelsProps) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  const isWanted = props.panel !== null
  const { onClose } = props
  useEffect(() => {
    if (loaded || !isWanted) return
    load().then(setLoaded, () => {
      toast.error('Koneksi terputus. Periksa jaringan, lalu coba lagi.')
      // The next press tries again.
      onClose()
    })
  }, [loaded, isWanted])
  useEffect(() => {
    const fetchAhead = () => void load().catch(() => {})
    for (const event of begins) addEventListener(event, fetchAhead, { once: true, passive: true })
    return () => {
      for (const event of begins) removeEventListener(event, fetchAhead)
    }
  }, [])
  return loaded && <loaded.Panels {...props} />
}
