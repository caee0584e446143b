import { useState, type ReactNode } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { StaffLesson, StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { LessonFigures } from '#contract/catalog/course-figures.ts'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { withLogin } from '#web/identity/index.ts'
import { askConfirm, showAlert } from '#web/kit/ui/feedback/alerts.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { SortableRows } from '#web/kit/ui/lists/sortable-rows.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { remarksAt } from '#web/catalog/staff/remarks.tsx'
import { explainProblems } from './exercise-problems.ts'
import { LessonFiguresLine } from './course-figures.tsx'
import { findStop } from './lesson-stops.ts'
import { LessonRow } from './outline/lesson-row.tsx'
import { OutlineEditor, type EditChapter } from './outline/outline-editor.tsx'
import { useOutline } from './outline/use-outline.ts'

type Props = { course: StaffCourseDetail; figures: readonly LessonFigures[]; onEditChapter: EditChapter }

/** The lessons of a course, by chapter if there are any, with reordering and row actions. */
export function LessonTable({ course, figures, onEditChapter }: Props) {
  const figuresById = new Map(figures.map((lesson) => [lesson.contentId, lesson]))
  const stop = findStop(figures)
  const removal = useLessonRemoval(course._id)
  const publishing = usePublishing(course._id)
  const row = (lesson: StaffLesson) => {
    const counted = lesson.status === 'draft' ? undefined : figuresById.get(lesson._id)
    return (
      <LessonRow
        courseId={course._id}
        lesson={lesson}
        remarks={remarksAt({ remarks: course.remarks, place: lesson._id }).length}
        figures={counted && <LessonFiguresLine figures={counted} isStop={stop === lesson._id} />}
        isRemoving={removal.running === lesson._id}
        onRemove={() => void removal.remove(lesson)}
        isPublishing={publishing.running === lesson._id}
        onPublish={() => void publishing.publish(lesson)}
      />
    )
  }
  if (course.chapters.length === 0) return <FlatList course={course}>{row}</FlatList>
  return (
    <OutlineEditor course={course} onEditChapter={onEditChapter}>
      {row}
    </OutlineEditor>
  )
}

/** The lessons of a course without chapters. */
function FlatList({ course, children }: { course: StaffCourseDetail; children: (lesson: StaffLesson) => ReactNode }) {
  const { outline, arrange } = useOutline(course)
  const byId = new Map(course.details.map((lesson) => [lesson._id, lesson]))
  const [all] = outline
  const lessons = all?.children.flatMap(({ id }) => byId.get(id) ?? []) ?? []
  return (
    <SortableRows
      items={lessons}
      idOf={({ _id }) => _id}
      nameOf={({ title }) => title}
      onOrder={(ordered) =>
        all &&
        arrange([{ ...all, children: ordered.map(({ _id, title }) => ({ id: _id, name: title, children: [] })) }])
      }
      label="Daftar materi"
    >
      {children}
    </SortableRows>
  )
}

function useLessonRemoval(courseId: string) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  /** The id of the lesson that is being removed. */
  const [running, setRunning] = useState<string | null>(null)

  async function remove(lesson: StaffLesson) {
    const pressed = document.activeElement
    const confirmed = await askConfirm({
      title: `Hapus materi “${lesson.title}”?`,
      text: 'Tindakan ini tidak bisa dibatalkan. Catatan selesai siswa untuk materi ini ikut hilang.',
      confirmLabel: 'Hapus',
      danger: true,
    })
    if (!confirmed) return
    setRunning(lesson._id)
    try {
      await withLogin(() => authenticated.authoring.deleteLesson({ id: courseId, contentId: lesson._id }))
      toast.success('Konten berhasil dihapus')
      leaveRow(pressed)
      await revalidate()
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Gagal menghapus konten')
    } finally {
      setRunning(null)
    }
  }
  return { running, remove }
}

function usePublishing(courseId: string) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  /** The id of the lesson that is being published. */
  const [running, setRunning] = useState<string | null>(null)

  /** A draft that lacks its body is opened, where it can be added; what is wrong with an exercise is named first. */
  async function publish({ _id, title, exerciseProblems }: StaffLesson) {
    const problems = explainProblems(exerciseProblems)
    if (problems !== null) {
      const confirmLabel = 'Tetap tayangkan'
      if (!(await askConfirm({ title: `Tayangkan latihan “${title}”?`, text: problems, confirmLabel }))) return
    }
    setRunning(_id)
    try {
      await withLogin(() =>
        authenticated.authoring.setLessonStatus({ id: courseId, contentId: _id, status: 'published' }),
      )
      toast.success('Materi ditayangkan.')
      await revalidate()
    } catch (error) {
      const [missing] = Object.values(fieldErrors(error))
      if (missing === undefined) return void toast.error(serverMessage(error) ?? 'Materi belum ditayangkan. Coba lagi.')
      await showAlert({ title: 'Belum bisa ditayangkan', text: `Materi “${title}” belum lengkap: ${missing}.` })
      void navigate(paths.adminLessonEdit({ courseId, lessonId: _id }))
    } finally {
      setRunning(null)
    }
  }
  return { running, publish }
}
