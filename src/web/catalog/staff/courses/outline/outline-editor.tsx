import { DndContext, DragOverlay, type Announcements, type DragEndEvent, type DragOverEvent } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useState, type ReactNode } from 'react'
import type { StaffLesson, StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { StaffChapter } from '#contract/catalog/course-chapters.ts'
import { paths } from '#contract/kit/paths.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { SortableRow, sortInstructions, useSortSensors } from '#web/kit/ui/lists/sortable-row.tsx'
import { findTarget, partOf, type DragData } from './drag-target.ts'
import { drop, hover, step, type Group, type Outline, type Part } from './outline.ts'
import { useOutline } from './use-outline.ts'

/** `field` takes the focus. */
export type EditChapter = (chapter: StaffChapter, field: 'title' | 'dripDays') => void

type Props = {
  course: StaffCourseDetail
  onEditChapter: EditChapter
  /** The content of a lesson's row. */
  children: (lesson: StaffLesson) => ReactNode
}

// A lesson is dropped on lessons and chapters, a chapter on chapters.
const acceptsOnLesson = (data: unknown) => (data as DragData).part.kind === 'lesson'

/** The chapters and lessons of a course. They are moved by drag and drop, by keyboard, or with buttons, lessons also into another chapter. */
export function OutlineEditor({ course, onEditChapter, children }: Props) {
  const { outline, arrange, remove } = useOutline(course)
  /** The outline with room where the dragged lesson would land; null while nothing is dragged into another chapter. */
  const [room, setRoom] = useState<Outline | null>(null)
  const [dragged, setDragged] = useState<Part | null>(null)
  const sensors = useSortSensors()
  const moving = (part: Part, chapterId: string | null) => {
    const by = (direction: -1 | 1) =>
      step(outline, part, direction) === outline ? null : () => arrange(step(outline, part, direction))
    const data: DragData = { part, chapterId }
    return { id: part.id, data, onUp: by(-1), onDown: by(1) }
  }
  const shown = room ?? outline
  const makeRoom = ({ active, over }: DragOverEvent) => {
    const next = over ? hover(shown, partOf(active), partOf(over)) : shown
    if (next !== shown) setRoom(next)
  }
  const endDrag = () => {
    setRoom(null)
    setDragged(null)
  }
  const dropped = ({ active, over }: DragEndEvent) => {
    endDrag()
    if (over) arrange(drop(shown, partOf(active), partOf(over)))
  }
  const draggedLesson = dragged?.kind === 'lesson' ? course.details.find(({ _id }) => _id === dragged.id) : undefined

  function lessons({ chapter, lessons: parts }: Group) {
    return (
      <SortableContext items={parts.map(({ _id }) => _id)} strategy={verticalListSortingStrategy}>
        <ol
          aria-label={chapter ? `Materi di bab ${chapter.title}` : 'Materi sebelum bab pertama'}
          className="grid gap-2"
        >
          {parts.map((lesson) => (
            <SortableRow
              key={lesson._id}
              name={lesson.title}
              accepts={acceptsOnLesson}
              leavesGap
              {...moving({ kind: 'lesson', id: lesson._id }, chapter?._id ?? null)}
            >
              {children(lesson)}
            </SortableRow>
          ))}
        </ol>
      </SortableContext>
    )
  }

  const [first, ...chapters] = shown
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={findTarget}
      onDragStart={({ active }) => setDragged(partOf(active))}
      onDragOver={makeRoom}
      onDragEnd={dropped}
      onDragCancel={endDrag}
      accessibility={{
        announcements: announcements(outline),
        screenReaderInstructions: { draggable: sortInstructions },
      }}
    >
      <div className="grid gap-3">
        {first && first.lessons.length > 0 && lessons(first)}
        <SortableContext
          items={chapters.flatMap(({ chapter }) => chapter?._id ?? [])}
          strategy={verticalListSortingStrategy}
        >
          <ol aria-label="Daftar bab" className="grid gap-3">
            {chapters.map((group) => {
              const { chapter, lessons: parts } = group
              if (!chapter) return null
              return (
                <SortableRow
                  key={chapter._id}
                  name={`bab ${chapter.title}`}
                  className="bg-sunken"
                  {...moving({ kind: 'chapter', id: chapter._id }, chapter._id)}
                  below={
                    <div className="px-1.5 pb-2 sm:pr-2 sm:pl-6">
                      {parts.length > 0 ? (
                        lessons(group)
                      ) : (
                        <p className="px-3 py-2 text-sm text-ink-3">Belum ada materi di bab ini.</p>
                      )}
                    </div>
                  }
                >
                  <ChapterTitle
                    chapter={chapter}
                    lessonCount={parts.length}
                    onEditDays={course.pace === 'drip' ? () => onEditChapter(chapter, 'dripDays') : null}
                  />
                  <span className="flex shrink-0 gap-1 max-sm:pl-11">
                    <ButtonLink
                      to={paths.adminLessonCreate({ courseId: course._id, chapterId: chapter._id })}
                      variant="outline"
                      size="sm"
                    >
                      <Plus aria-hidden className="size-4" />
                      Materi<span className="sr-only"> di bab {chapter.title}</span>
                    </ButtonLink>
                    <Button
                      variant="ghost"
                      size="sm"
                      onClick={() => onEditChapter(chapter, 'title')}
                      aria-label={`Ubah bab ${chapter.title}`}
                    >
                      <Pencil aria-hidden className="size-4.5" />
                    </Button>
                    <Button
                      variant="ghost"
                      size="sm"
                      className="text-mengkudu!"
                      onClick={() => void remove(chapter)}
                      aria-label={`Hapus bab ${chapter.title}`}
                    >
                      <Trash aria-hidden className="size-4.5" />
                    </Button>
                  </span>
                </SortableRow>
              )
            })}
          </ol>
        </SortableContext>
      </div>
      <DragOverlay dropAnimation={null}>
        {draggedLesson && (
          <p className="flex h-full items-center rounded-card border border-nila bg-surface px-4 font-semibold wrap-anywhere shadow-raised">
            {draggedLesson.title}
          </p>
        )}
      </DragOverlay>
    </DndContext>
  )
}

type TitleProps = {
  chapter: StaffChapter
  lessonCount: number
  /** Null unless the chapters open by days. */ onEditDays: (() => void) | null
}

const ChapterTitle = ({ chapter, lessonCount, onEditDays }: TitleProps) => (
  <span className="min-w-0 flex-1 basis-40 py-1">
    <span className="block font-bold wrap-anywhere">{chapter.title}</span>
    <span className="block text-sm text-ink-3">
      {lessonCount} materi
      {onEditDays && (
        <>
          {' · '}
          <button type="button" onClick={onEditDays} className="min-h-6 font-semibold text-nila underline">
            {chapter.dripDays === 0 ? 'langsung terbuka' : `terbuka ${chapter.dripDays} hari setelah mendaftar`}
            <span className="sr-only">: atur hari bab {chapter.title}</span>
          </button>
        </>
      )}
    </span>
  </span>
)

/** Screen reader announcements during drag and drop. */
function announcements(outline: Outline): Announcements {
  const names = new Map<string, string>()
  for (const { chapter, lessons } of outline) {
    if (chapter) names.set(chapter._id, `bab ${chapter.title}`)
    for (const { _id, title } of lessons) names.set(_id, title)
  }
  const name = (item: { id: string | number } | null) => names.get(String(item?.id)) ?? ''
  return {
    onDragStart: ({ active }) => `${name(active)} diangkat.`,
    // Over itself: the start was announced already.
    onDragOver: ({ active, over }) =>
      over?.id === active.id
        ? undefined
        : over
          ? `${name(active)} di atas ${name(over)}.`
          : `${name(active)} tidak di atas apa pun.`,
    onDragEnd: ({ active, over }) =>
      over ? `${name(active)} ditaruh di ${name(over)}.` : `${name(active)} dikembalikan.`,
    onDragCancel: ({ active }) => `Batal. ${name(active)} dikembalikan.`,
  }
}
