import { useEffect, useEffectEvent, useState } from 'react'
import type { ContentSummary } from '#contract/catalog.ts'
import { useApi } from '#web/identity/index.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VideoFacade } from './video/video-facade.tsx'

type Body = { step: 'loading' } | { step: 'failed' } | { step: 'shown'; html: string }
export type LessonDialogProps = { courseId: string; lesson: ContentSummary; poster: string; onClose: () => void }

/** A free lesson. Articles are loaded when the dialog opens. */
export function LessonDialog({ courseId, lesson, poster, onClose }: LessonDialogProps) {
  const api = useApi()
  const [body, setBody] = useState<Body>({ step: 'loading' })

  async function load() {
    setBody({ step: 'loading' })
    try {
      const { data } = await api.open.learning.showContent({ id: courseId, contentId: lesson._id })
      setBody({ step: 'shown', html: data.text ?? '' })
    } catch {
      setBody({ step: 'failed' })
    }
  }
  const open = useEffectEvent(load)
  useEffect(() => {
    if (lesson.type === 'text') void open()
  }, [lesson.type])

  return (
    <Dialog title={lesson.title} open onClose={onClose} size="md">
      {lesson.youtubeId ? (
        <VideoFacade youtubeId={lesson.youtubeId} title={lesson.title} poster={poster} hideTitle />
      ) : body.step === 'shown' ? (
        <Prose html={body.html} />
      ) : body.step === 'failed' ? (
        <ErrorState title="Materi belum bisa dimuat" text="Periksa koneksi, lalu coba lagi." onRetry={() => void load()} />
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
