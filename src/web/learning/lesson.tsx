import { useState } from 'react'
import { Check } from 'lucide-react'
import type { ContentSummary } from '#contract/catalog.ts'
import type { CourseForViewer } from '#contract/learning.ts'
import { VideoFacade } from '#web/catalog/video-facade.tsx'
import { Button } from '#web/ui/button.tsx'
import { Prose } from '#web/ui/prose.tsx'
import type { Lessons } from './use-lessons.ts'

type Props = { course: CourseForViewer; lessons: Lessons; content: ContentSummary; onOpen: (contentId: string) => void }

/** One lesson: its video or article, and the bar that marks it and moves on. */
export function Lesson({ course, lessons, content, onOpen }: Props) {
  return (
    <div className="pb-24 lg:pb-8">
      {content.type === 'video' && content.youtubeId && <VideoFacade youtubeId={content.youtubeId} title={content.title} poster={course.thumbnail} />}
      <div className="px-4 py-6 md:px-6 lg:px-0">
        <p className="text-sm text-ink-3">
          Pelajaran {lessons.positionOf(content._id)} dari {course.details.length}
          {content.readingMinutes !== null && ` · ± ${content.readingMinutes} menit baca`}
        </p>
        <h1 className="mt-1 text-2xl font-extrabold text-balance md:text-3xl">{content.title}</h1>
        {content.type === 'video' && <p className="mt-3 text-sm text-ink-3">Memutar video memakai data dari YouTube.</p>}
        {content.text !== undefined && (
          <div className="mt-6 max-w-[66ch]">
            <Prose html={content.text} />
          </div>
        )}
      </div>
      <LessonBar lessons={lessons} content={content} onOpen={onOpen} />
    </div>
  )
}

function LessonBar({ lessons, content, onOpen }: Omit<Props, 'course'>) {
  const [isSaving, setSaving] = useState(false)
  const completed = lessons.isCompleted(content._id)

  async function completeAndMoveOn() {
    // The last completion shows the end first; otherwise the next lesson follows, cyclically.
    const next = lessons.isLastToComplete(content._id) ? 'selesai' : lessons.neighbour(content._id, 1)._id
    setSaving(true)
    const saved = await lessons.mark(content._id, true)
    setSaving(false)
    if (saved) onOpen(next)
  }

  return (
    <div className="fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-2 border-t border-line bg-surface px-4 py-2 md:px-6 lg:static lg:rounded-card lg:border lg:p-4">
      <Button variant="ghost" size="sm" onClick={() => onOpen(lessons.neighbour(content._id, -1)._id)} aria-label="Pelajaran sebelumnya">
        ←<span className="max-sm:sr-only"> Sebelumnya</span>
      </Button>
      {completed ? (
        <Button variant="outline" size="sm" onClick={() => void lessons.mark(content._id, false)}>
          <Check aria-hidden className="size-4 text-daun" /> Selesai · batalkan
        </Button>
      ) : (
        <Button size="sm" busy={isSaving} onClick={() => void completeAndMoveOn()}>
          Mark as Completed
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={() => onOpen(lessons.neighbour(content._id, 1)._id)} aria-label="Pelajaran berikutnya">
        <span className="max-sm:sr-only">Berikutnya </span>→
      </Button>
    </div>
  )
}
