import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

const secondTapMs = 500

/**
 * True from completing a lesson until shortly after the next one is shown. A second tap within that time was meant for the previous
 * lesson, but would hit the button that uncompletes it, or the one that completes the next lesson.
 */
export function useMovingOn(place: string) {
  const [is, setIs] = useState(false)
  const { state } = useNavigation()
  useEffect(() => {
    if (!is || state !== 'idle') return
    const timer = setTimeout(() => setIs(false), secondTapMs)
    return () => clearTimeout(timer)
  }, [is, place, state])
  return { is, begin: () => setIs(true) }
}
