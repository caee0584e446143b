import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { serverMessage } from '#contract/client.ts'
import type { StaffChapter } from '#contract/catalog/course-chapters.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useResettingState } from '#web/kit/ui/behaviour/use-resetting-state.ts'
import type { Outline } from '#web/kit/staff/outline.ts'
import { outlineOf, toGroups } from './outline.ts'

/** The displayed outline and its changes. A new order is shown at once, and replaced by the server's when it cannot be saved. */
export function useOutline(course: StaffCourseDetail) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [outline, setOutline] = useResettingState<Outline>(course, outlineOf(course))
  const version = useRef(course.version)
  // Saves run one after the other, each with the version that the one before it returned.
  const saving = useRef(Promise.resolve())
  useEffect(() => {
    version.current = course.version
  }, [course])

  function arrange(wanted: Outline): void {
    if (wanted === outline) return
    setOutline(wanted)
    saving.current = saving.current.then(async () => {
      try {
        const input = { id: course._id, chapters: toGroups(wanted) }
        version.current = (
          await withLogin(() => authenticated.courseChapters.saveOutline({ ...input, version: version.current }))
        ).data.version
      } catch (error) {
        toast.error(serverMessage(error) ?? 'Urutan belum tersimpan. Coba lagi.')
        await revalidate()
      }
    })
  }

  async function remove({ _id: chapterId, title }: StaffChapter): Promise<void> {
    const isFirst = course.chapters[0]?._id === chapterId
    const confirmed = await askConfirm({
      title: `Hapus bab “${title}”?`,
      text: isFirst
        ? 'Materinya tidak ikut terhapus: pindah ke awal, sebelum bab pertama.'
        : 'Materinya tidak ikut terhapus: pindah ke bab sebelumnya.',
      confirmLabel: 'Hapus bab',
      danger: true,
    })
    if (!confirmed) return
    try {
      await saving.current
      await withLogin(() => authenticated.courseChapters.deleteChapter({ id: course._id, chapterId }))
      toast.success('Bab dihapus.')
      await revalidate()
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Bab belum terhapus. Coba lagi.')
    }
  }

  return { outline, arrange, remove }
}
