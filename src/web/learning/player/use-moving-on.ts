import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'

const secondTapMs = 500

/**
 * From marking a lesson until the next one has stood there for a moment. A second tap within that time was meant for the lesson
 * before, while under the finger there is already the way to take the mark back, or the mark of the next lesson.
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
