import { useCallback, useRef } from 'react'
import { VideoFacade } from '#web/catalog/video-facade.tsx'
import type { Position } from './use-position.ts'
import { watchYoutube, type Watched } from './watch-youtube.ts'

type Props = { youtubeId: string; title: string; poster: string; position: Position }

/** Shorter than this nobody needs to be brought back to; so near the end there is nothing to go on with. */
const worthSeconds = 10
const stepSeconds = 3

/** A lesson's video, which goes on where this student left off. */
export function LessonVideo({ position, ...video }: Props) {
  const noted = useRef(position.start)

  const watch = useCallback(
    (frame: HTMLIFrameElement) =>
      watchYoutube(frame, (watched) => {
        const reached = placeOf(watched)
        if (reached === null || (reached !== 0 && Math.abs(reached - noted.current) < stepSeconds)) return
        noted.current = reached
        position.note(reached)
      }),
    [position],
  )
  return (
    <div className="lesson-video">
      <VideoFacade {...video} startSeconds={position.start >= worthSeconds ? position.start : 0} onPlaying={watch} />
    </div>
  )
}

/** What is worth remembering; null: nothing. Starting over for a moment does not lose the place before. */
function placeOf({ seconds, durationSeconds, hasEnded }: Watched): number | null {
  if (hasEnded || (durationSeconds !== null && durationSeconds - seconds < worthSeconds)) return 0
  return seconds < worthSeconds ? null : Math.floor(seconds)
}
