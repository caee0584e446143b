import { VideoFacade } from '#web/catalog/video/video-facade.tsx'
import { storeDuration } from './video-durations.ts'
import type { PositionTracker } from './use-lesson-position.ts'
import { useVideoPosition } from './use-video-position.ts'

type Props = { youtubeId: string; title: string; poster: string; position: PositionTracker }

/** A lesson's video at YouTube. It resumes at the student's last position. */
export function LessonVideo({ position, ...video }: Props) {
  const { startSeconds, record } = useVideoPosition(position)
  return (
    <div className="lesson-video">
      <VideoFacade {...video} startSeconds={startSeconds} onTime={record} onDuration={(seconds) => storeDuration(video.youtubeId, seconds)} />
    </div>
  )
}
