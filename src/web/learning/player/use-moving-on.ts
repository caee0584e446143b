import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

const secondTapMs = 500

/**
 * True from completing a lesson until shortly after the next one is shown. A second tap within that time was meant for the previous
 * lesson, but would hit the button that uncompletes it, or the one that completes the next lesson.
 */
export function useMovingOn(place: string) {
  const [isMovingOn, setMovingOn] = useState(false)
  const { state } = useNavigation()
  useEffect(() => {
    if (!isMovingOn || state !== 'idle') return
    const timer = setTimeout(() => setMovingOn(false), secondTapMs)
    return () => clearTimeout(timer)
  }, [isMovingOn, place, state])
  return { isMovingOn, begin: () => setMovingOn(true) }
}
