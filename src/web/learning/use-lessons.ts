import { useState } from 'react'
import type { ContentSummary } from '#contract/catalog.ts'
import type { CourseForViewer, Progress } from '#contract/learning.ts'
import { useApi } from '#web/identity/index.ts'
import { toast } from '#web/ui/toast.tsx'

export type Lessons = ReturnType<typeof useLessons>

/** A course's lessons and how far this student is, with marks that show at once and are taken back if the server refuses. */
export function useLessons(course: CourseForViewer) {
  const { mine } = useApi()
  const { details } = course
  const [progress, setProgress] = useState<Progress>(course.viewer.progress ?? { percent: 0, completedContentIds: [], lastContentId: null })

  const withMarks = (completedContentIds: string[]): Progress => ({
    ...progress,
    completedContentIds,
    percent: Math.round((completedContentIds.length / details.length) * 100),
  })

  async function mark(contentId: string, completed: boolean): Promise<boolean> {
    const before = progress
    const others = before.completedContentIds.filter((id) => id !== contentId)
    setProgress(withMarks(completed ? [...others, contentId] : others))
    const address = { id: course._id, contentId }
    try {
      const { data } = completed ? await mine.learning.completeContent(address) : await mine.learning.uncompleteContent(address)
      setProgress(data)
      return true
    } catch {
      setProgress(before)
      toast.error('Progres belum tersimpan. Periksa koneksi, lalu coba lagi.')
      return false
    }
  }

  return {
    isCompleted: (contentId: string) => progress.completedContentIds.includes(contentId),
    mark,
    /** Would marking this lesson finish the course? */
    isLastToComplete: (contentId: string) => details.every((content) => content._id === contentId || progress.completedContentIds.includes(content._id)),
    /** Spec §2: after the last lesson comes the first. */
    neighbour(contentId: string, step: 1 | -1): ContentSummary {
      const index = details.findIndex((content) => content._id === contentId)
      return details[(index + step + details.length) % details.length] as ContentSummary
    },
    positionOf: (contentId: string) => details.findIndex((content) => content._id === contentId) + 1,
    /** The lesson an address asks for; without one, where this student left off. */
    at(contentId: string | null): { current: ContentSummary; progress: Progress } {
      const find = (id: string | null) => details.find((content) => content._id === id)
      const firstOpen = details.find((content) => !progress.completedContentIds.includes(content._id))
      return { current: (find(contentId) ?? find(course.viewer.progress?.lastContentId ?? null) ?? firstOpen ?? details[0]) as ContentSummary, progress }
    },
  }
}
