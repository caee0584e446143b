import { useRef } from 'react'
import type { Watched } from '#web/catalog/video/watch-youtube.ts'
import type { PositionTracker } from './use-lesson-position.ts'

/** Positions this near to the beginning or the end are not resumed. */
const edgeSeconds = 10
const stepSeconds = 3

/** Where a video resumes, and records how far it was watched. */
export function useVideoPosition(position: PositionTracker) {
  const lastRecorded = useRef(position.start)
  return {
    startSeconds: position.isChosen || position.start >= edgeSeconds ? position.start : 0,
    record(watched: Watched) {
      const reached = positionToRecord(watched)
      if (reached === null || (reached !== 0 && Math.abs(reached - lastRecorded.current) < stepSeconds)) return
      lastRecorded.current = reached
      position.record(reached)
    },
  }
}

/** Null records nothing, so that a short replay of the beginning does not overwrite the last position. */
function positionToRecord({ seconds, durationSeconds, hasEnded }: Watched): number | null {
  if (hasEnded || (durationSeconds !== null && durationSeconds - seconds < edgeSeconds)) return 0
  return seconds < edgeSeconds ? null : Math.floor(seconds)
}
