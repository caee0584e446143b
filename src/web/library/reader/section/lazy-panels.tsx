import { useEffect, useEffectEvent, useState } from 'react'
import { ProgressLine } from '#web/kit/ui/feedback/progress-line.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import type { PanelsProps } from './panels.tsx'

const load = () => import('./panels.tsx')
const readingEvents = ['scroll', 'pointerdown', 'keydown'] as const

/** Loads the panels once the reader starts to scroll or type, so that they still open after the network is lost. */
export function LazyPanels(props: PanelsProps) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  const isWanted = props.panel !== null
  const reportFailure = useEffectEvent(() => {
    // Browsers do not load a module again that failed to load once.
    toast.error('Koneksi terputus. Muat ulang halaman, lalu coba lagi.')
    props.onClose()
  })
  useEffect(() => {
    if (!loaded && isWanted) load().then(setLoaded, () => reportFailure())
  }, [loaded, isWanted])
  useEffect(() => {
    const fetchAhead = () => void load().catch(() => {})
    for (const event of readingEvents) addEventListener(event, fetchAhead, { once: true, passive: true })
    return () => {
      for (const event of readingEvents) removeEventListener(event, fetchAhead)
    }
  }, [])
  return loaded ? <loaded.Panels {...props} /> : isWanted && <ProgressLine />
}
