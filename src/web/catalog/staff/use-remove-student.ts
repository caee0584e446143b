import { useState } from 'react'
import type { CourseStudent } from '#contract/learning/course-students.ts'
import { serverMessage } from '#contract/client.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** Takes back access that staff gave, after asking. */
export function useRemoveStudent(courseId: string, onRemoved: () => void | Promise<void>) {
  const { authenticated } = useApi()
  const [busy, setBusy] = useState<string | null>(null)

  async function remove(student: Pick<CourseStudent, '_id' | 'name'>) {
    const pressed = document.activeElement
    const confirmed = await askConfirm({
      title: `Cabut akses ${student.name}?`,
      text: 'Siswa ini tidak bisa membuka materi lagi. Progresnya tetap tersimpan dan kembali bila ditambahkan lagi.',
      confirmLabel: 'Cabut akses',
      danger: true,
    })
    if (!confirmed) return
    setBusy(student._id)
    try {
      const response = await withLogin(() =>
        authenticated.courseStudents.removeCourseStudent({ id: courseId, studentId: student._id }),
      )
      leaveRow(pressed)
      toast.success(response.message ?? 'Akses siswa dicabut.')
      await onRemoved()
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Akses belum bisa dicabut. Coba lagi.')
    } finally {
      setBusy(null)
    }
  }

  return { busy, remove }
}
