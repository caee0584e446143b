import { lazy, Suspense, useImperativeHandle, useRef, useState, type ComponentType, type RefObject } from 'react'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import type { VideoControl } from '#web/catalog/video/video-control.ts'
import { YoutubeFacade } from '#web/catalog/video/youtube-facade.tsx'
import type { LessonTranscriptProps } from './lesson-transcript.tsx'
import { storeDuration } from './video-durations.ts'
import type { PositionTracker } from './use-lesson-position.ts'
import { useVideoPosition } from './use-video-position.ts'

// Without a connection it may be missing; the lesson is shown without it.
const LessonTranscript = lazy<ComponentType<LessonTranscriptProps>>(() =>
  import('./lesson-transcript.tsx').catch(() => ({ default: () => null })),
)

type Props = {
  lesson: LessonSummary
  youtubeId: string
  poster: string
  position: PositionTracker
  control: RefObject<VideoControl | null>
}

/** A lesson's video at YouTube, with the transcript of its captions. It resumes at the student's last position. */
export function LessonVideo({ lesson: content, youtubeId, poster, position, control }: Props) {
  const { startSeconds, record } = useVideoPosition(position)
  const [second, setSecond] = useState(startSeconds)
  const player = useRef<VideoControl>(null)
  const [playFrom, setPlayFrom] = useState<number | null>(null)
  useImperativeHandle(control, () => ({
    now: () => player.current?.now() ?? null,
    seek: (seconds) => (player.current ? player.current.seek(seconds) : setPlayFrom(seconds)),
  }))
  return (
    <>
      <div className="lesson-video">
        <YoutubeFacade
          youtubeId={youtubeId}
          title={content.title}
          poster={poster}
          startSeconds={startSeconds}
          playFrom={playFrom}
          control={player}
          onTime={(watched) => {
            setSecond(Math.floor(watched.seconds))
            record(watched)
          }}
          onDuration={(seconds) => storeDuration(youtubeId, seconds)}
        />
      </div>
      {content.captions && (
        <Suspense>
          <LessonTranscript
            lesson={content}
            languages={content.captions}
            now={second}
            onSeek={(seconds) => control.current?.seek(seconds)}
          />
        </Suspense>
      )}
    </>
  )
}
