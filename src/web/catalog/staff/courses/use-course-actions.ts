import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { CourseStatus, ShownStatus, StaffCourse } from '#contract/catalog/authoring.ts'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { withLogin } from '#web/identity/index.ts'
import { askConfirm, showAlert } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

export const sentIn = 'Kelas diajukan. Kami kabari begitu selesai diperiksa.'
const sentences: Record<ShownStatus, string> = {
  published: 'Kelas tayang di katalog.',
  draft: 'Kelas ditarik dari katalog.',
  archived: 'Kelas ditarik dari katalog.',
  'in-review': sentIn,
}

/** Course actions of the list and the detail page. `busy` is the id of the course with a running action. */
export function useCourseActions() {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<string | null>(null)

  async function run<Result>(courseId: string, fallback: string, work: () => Promise<Result>): Promise<Result | null> {
    if (busy) return null
    setBusy(courseId)
    try {
      return await withLogin(work)
    } catch (error) {
      toast.error(serverMessage(error) ?? fallback)
      return null
    } finally {
      setBusy(null)
    }
  }

  return {
    busy,

    /** Asks for confirmation. True when the course was deleted or archived. */
    async remove(course: StaffCourse): Promise<boolean> {
      const isOwned = course.students > 0
      const confirmed = await askConfirm({
        title: `Hapus kelas “${course.title}”?`,
        text: isOwned
          ? `Kelas ini dimiliki ${course.students} siswa, jadi akan diarsipkan: tidak dijual lagi, tetapi siswanya tetap bisa belajar.`
          : 'Kelas dan semua materinya dihapus. Tindakan ini tidak bisa dibatalkan.',
        confirmLabel: isOwned ? 'Arsipkan' : 'Hapus',
        danger: true,
      })
      if (!confirmed) return false
      const response = await run(course._id, 'Gagal menghapus kelas', () =>
        authenticated.authoring.deleteCourse({ id: course._id }),
      )
      if (!response) return false
      toast.success(response.message ?? 'Kelas berhasil dihapus')
      return true
    },

    async duplicate(course: StaffCourse): Promise<void> {
      const response = await run(course._id, 'Gagal menyalin kelas', () =>
        authenticated.authoring.duplicateCourse({ id: course._id }),
      )
      if (!response) return
      toast.success(response.message ?? 'Salinan tersimpan sebagai draf.')
      void navigate(paths.adminCourse({ courseId: response.data._id }))
    },

    /** If publishing is rejected, names what is missing and opens the page where it is added. */
    async setStatus(course: StaffCourse, status: CourseStatus): Promise<void> {
      if (busy) return
      setBusy(course._id)
      try {
        const { data } = await withLogin(() => authenticated.authoring.setCourseStatus({ id: course._id, status }))
        toast.success(sentences[data.status])
        await revalidate()
      } catch (error) {
        const { contents, ...fields } = fieldErrors(error)
        const missing = [...Object.values(fields), ...(contents ? [contents] : [])]
        if (missing.length === 0) toast.error(serverMessage(error) ?? 'Gagal mengubah status kelas')
        else {
          await showAlert({ title: 'Belum bisa ditayangkan', text: `Lengkapi dulu: ${missing.join('. ')}.` })
          const ids = { courseId: course._id }
          void navigate(Object.keys(fields).length > 0 ? paths.adminCourseEdit(ids) : paths.adminLessonCreate(ids))
        }
      } finally {
        setBusy(null)
      }
    },
  }
}
