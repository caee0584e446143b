import { useRef } from 'react'
import { VideoFacade } from '#web/catalog/video/video-facade.tsx'
import type { Watched } from '#web/catalog/video/watch-youtube.ts'
import type { PositionTracker } from './use-lesson-position.ts'
import { storeDuration } from './video-durations.ts'

type Props = { youtubeId: string; title: string; poster: string; position: PositionTracker }

/** Positions this near to the beginning or the end are not resumed. */
const edgeSeconds = 10
const stepSeconds = 3

/** A lesson's video. It resumes at the student's last position. */
export function LessonVideo({ position, ...video }: Props) {
  const lastRecorded = useRef(position.start)

  function record(watched: Watched) {
    const reached = positionToRecord(watched)
    if (reached === null || (reached !== 0 && Math.abs(reached - lastRecorded.current) < stepSeconds)) return
    lastRecorded.current = reached
    position.record(reached)
  }
  return (
    <div className="lesson-video">
      <VideoFacade
        {...video}
        startSeconds={position.start >= edgeSeconds ? position.start : 0}
        onTime={record}
        onDuration={(seconds) => storeDuration(video.youtubeId, seconds)}
      />
    </div>
  )
}

/** Null records nothing, so that a short replay of the beginning does not overwrite the last position. */
function positionToRecord({ seconds, durationSeconds, hasEnded }: Watched): number | null {
  if (hasEnded || (durationSeconds !== null && durationSeconds - seconds < edgeSeconds)) return 0
  return seconds < edgeSeconds ? null : Math.floor(seconds)
}
