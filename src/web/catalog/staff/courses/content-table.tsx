import { useState, type ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { StaffContent, StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { serverMessage } from '#contract/kit/client.ts'
import type { StaffChapter } from '#contract/catalog/course-chapters.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { paths } from '#contract/kit/paths.ts'
import { lessonIcons } from '#web/catalog/lesson-icons.ts'
import { contentTypeLabels } from '#web/catalog/content-type-labels.ts'
import { useApi } from '#web/identity/index.ts'
import { withLogin } from '#web/identity/index.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { SortableRows } from '#web/kit/ui/lists/sortable-rows.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { OutlineEditor } from './outline/outline-editor.tsx'
import { useOutline } from './outline/use-outline.ts'

type Props = { course: StaffCourseDetail; onEditChapter: (chapter: StaffChapter) => void }

/** The lessons of a course, by chapter if there are any, with reordering and row actions. */
export function ContentTable({ course, onEditChapter }: Props) {
  const removal = useContentRemoval(course._id)
  const row = (content: StaffContent) => (
    <ContentRow courseId={course._id} content={content} isRemoving={removal.running === content._id} onRemove={() => void removal.remove(content)} />
  )
  if (course.chapters.length === 0) return <FlatList course={course}>{row}</FlatList>
  return (
    <OutlineEditor course={course} onEditChapter={onEditChapter}>
      {row}
    </OutlineEditor>
  )
}

/** The lessons of a course without chapters. */
function FlatList({ course, children }: { course: StaffCourseDetail; children: (content: StaffContent) => ReactNode }) {
  const { outline, arrange } = useOutline(course)
  const contents = outline.flatMap((group) => group.contents)
  return (
    <SortableRows
      items={contents}
      idOf={({ _id }) => _id}
      nameOf={({ title }) => title}
      onOrder={(ordered) => arrange([{ chapter: null, contents: ordered }])}
      label="Daftar konten"
    >
      {children}
    </SortableRows>
  )
}

function useContentRemoval(courseId: string) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  /** The id of the lesson that is being removed. */
  const [running, setRunning] = useState<string | null>(null)

  async function remove(content: StaffContent) {
    const confirmed = await askConfirm({
      title: `Hapus konten “${content.title}”?`,
      text: 'Tindakan ini tidak bisa dibatalkan. Catatan selesai siswa untuk materi ini ikut hilang.',
      confirmLabel: 'Hapus',
      danger: true,
    })
    if (!confirmed) return
    setRunning(content._id)
    try {
      await withLogin(() => authenticated.authoring.deleteContent({ id: courseId, contentId: content._id }))
      toast.success('Konten berhasil dihapus')
      await revalidate()
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Gagal menghapus konten')
    } finally {
      setRunning(null)
    }
  }
  return { running, remove }
}

function describeContent({ type, questionCount, readingMinutes }: StaffContent): string {
  if (type === 'video') return contentTypeLabels.video
  if (type === 'quiz') return questionCount ? `${contentTypeLabels.quiz} · ${questionCount} pertanyaan` : contentTypeLabels.quiz
  return `${contentTypeLabels[type]} · ± ${readingMinutes} menit`
}

type RowProps = { courseId: string; content: StaffContent; isRemoving: boolean; onRemove: () => void }

function ContentRow({ courseId, content, isRemoving, onRemove }: RowProps) {
  const Icon = lessonIcons[content.type]
  return (
    <>
      <Icon aria-hidden className="size-5 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 basis-40 py-1">
        <Link to={paths.adminContentEdit({ courseId, contentId: content._id })} className="font-semibold wrap-anywhere hover:underline">
          {content.title}
        </Link>
        <span className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
          {describeContent(content)}
          {content.questionCount === 0 && <Badge tone="danger">Belum ada pertanyaan</Badge>}
          {content.isPreview && <Badge tone="info">Preview</Badge>}
        </span>
      </span>
      <span className="flex shrink-0 gap-1 max-sm:pl-11">
        {content.type === 'quiz' && (
          <ButtonLink to={staffPaths.quiz({ courseId, contentId: content._id })} variant="outline" size="sm">
            Pertanyaan<span className="sr-only"> {content.title}</span>
          </ButtonLink>
        )}
        {content.type === 'assignment' && (
          <ButtonLink to={staffPaths.assignment({ courseId, contentId: content._id })} variant="outline" size="sm">
            Rubrik<span className="sr-only"> {content.title}</span>
          </ButtonLink>
        )}
        <ButtonLink to={paths.adminContentEdit({ courseId, contentId: content._id })} variant="outline" size="sm">
          Edit<span className="sr-only"> {content.title}</span>
        </ButtonLink>
        <Button variant="ghost" size="sm" className="text-mengkudu!" busy={isRemoving} onClick={onRemove}>
          Delete<span className="sr-only"> {content.title}</span>
        </Button>
      </span>
    </>
  )
}
