import { useEffect, useEffectEvent, useState } from 'react'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import { useApi } from '#web/identity/index.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { ErrorState } from '#web/kit/ui/feedback/error-state.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { LazyUploadedVideo } from '#web/catalog/video/lazy-uploaded-video.tsx'
import { MissingVideo } from '#web/catalog/video/missing-video.tsx'
import { YoutubeFacade } from '#web/catalog/video/youtube-facade.tsx'

type Body = { step: 'loading' } | { step: 'failed' } | { step: 'shown'; lesson: LessonSummary }
export type LessonDialogProps = { courseId: string; lesson: LessonSummary; poster: string; onClose: () => void }

/** A free lesson. Articles and uploaded videos are loaded when the dialog opens. */
export function LessonDialog({ courseId, lesson, poster, onClose }: LessonDialogProps) {
  const api = useApi()
  const [body, setBody] = useState<Body>({ step: 'loading' })

  const request = async () => (await api.anonymous.learning.showLesson({ id: courseId, contentId: lesson._id })).data
  async function load() {
    setBody({ step: 'loading' })
    try {
      setBody({ step: 'shown', lesson: await request() })
    } catch {
      setBody({ step: 'failed' })
    }
  }
  const open = useEffectEvent(load)
  useEffect(() => {
    if (!lesson.youtubeId) void open()
  }, [lesson.youtubeId])

  return (
    <Dialog title={lesson.title} open onClose={onClose} size="md">
      {lesson.youtubeId ? (
        <YoutubeFacade youtubeId={lesson.youtubeId} title={lesson.title} poster={poster} hideTitle />
      ) : body.step === 'shown' && body.lesson.videoUrl ? (
        <LazyUploadedVideo
          url={body.lesson.videoUrl}
          title={lesson.title}
          hasTranscript={false}
          lesson={{ courseId, lessonId: lesson._id, languages: body.lesson.captions ?? [], client: api.anonymous }}
          poster={body.lesson.poster ?? poster}
          refresh={async () => (await request()).videoUrl ?? ''}
        />
      ) : body.step === 'shown' && body.lesson.isVideoMissing ? (
        <MissingVideo />
      ) : body.step === 'shown' ? (
        <Prose html={body.lesson.text ?? ''} />
      ) : body.step === 'failed' ? (
        <ErrorState
          title="Materi belum bisa dimuat"
          text="Periksa koneksi, lalu coba lagi."
          onRetry={() => void load()}
        />
      ) : (
        <div role="status" className="grid gap-3 py-2">
          <span className="sr-only">Memuat…</span>
          {['w-full', 'w-11/12', 'w-4/5', 'w-3/5'].map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
      )}
    </Dialog>
  )
}
