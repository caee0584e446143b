import type { Ref } from 'react'
import type { VideoControl } from '#web/catalog/video/video-control.ts'
import { LazyUploadedVideo } from '#web/catalog/video/lazy-uploaded-video.tsx'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import { useApi } from '#web/identity/index.ts'
import { useShortcutsSetting } from '#web/learning/player/use-shortcuts-setting.ts'
import type { PositionTracker } from './use-lesson-position.ts'
import { useVideoPosition } from './use-video-position.ts'

type Props = {
  lesson: LessonSummary
  url: string
  poster: string
  position: PositionTracker
  control: Ref<VideoControl>
}

/** A lesson's video on this site. It resumes at the student's last position. */
export function UploadedLessonVideo({ lesson: content, url, poster, position, control }: Props) {
  const { authenticated } = useApi()
  const { startSeconds, record } = useVideoPosition(position)
  const shortcuts = useShortcutsSetting()
  return (
    <div className="lesson-video">
      <LazyUploadedVideo
        url={url}
        title={content.title}
        poster={content.poster ?? poster}
        startSeconds={startSeconds}
        watermark={content.watermark}
        lesson={{
          courseId: content.courseId,
          lessonId: content._id,
          languages: content.captions ?? [],
          client: authenticated,
        }}
        hasShortcuts={shortcuts.isOn}
        refresh={async () =>
          (await authenticated.learning.showLesson({ id: content.courseId, contentId: content._id })).data.videoUrl ??
          ''
        }
        control={control}
        onTime={record}
      />
    </div>
  )
}
