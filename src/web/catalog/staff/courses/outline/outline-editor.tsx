import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useId, type ReactNode } from 'react'
import type { StaffLesson, StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { StaffChapter } from '#contract/catalog/course-chapters.ts'
import { paths } from '#contract/kit/paths.ts'
import { OutlineDrag } from '#web/kit/staff/outline-drag.tsx'
import { step, type Part } from '#web/kit/staff/outline.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { SortableRow } from '#web/kit/ui/lists/sortable-row.tsx'
import { findTarget, type DragData } from './drag-target.ts'
import { useFolds } from './use-folds.ts'
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
const acceptsOnLesson = (data: unknown) => (data as DragData).kind === 'lesson'

/** The chapters and lessons of a course. They are moved by drag and drop, by keyboard, or with buttons, lessons also into another chapter. */
export function OutlineEditor({ course, onEditChapter, children }: Props) {
  const { outline, arrange: store, remove } = useOutline(course)
  const folds = useFolds(course)
  const prefix = useId()
  const lessonsById = new Map(course.details.map((lesson) => [lesson._id, lesson]))
  const chaptersById = new Map(course.chapters.map((chapter) => [chapter._id, chapter]))
  /** Opens the chapter into which something was moved, so that it stays visible. */
  function arrange(next: typeof outline) {
    const before = new Map(outline.map((part) => [part.id, part.children.length]))
    folds.open(next.filter((part) => part.children.length > (before.get(part.id) ?? 0)).map(({ id }) => id))
    store(next)
  }
  const moving = (id: string, data: DragData) => {
    const by = (direction: -1 | 1) => {
      const next = step(outline, id, direction)
      return next === outline ? null : () => arrange(next)
    }
    return { id, data, onUp: by(-1), onDown: by(1) }
  }

  function lessons(parts: readonly Part[], chapter: StaffChapter | null) {
    return (
      <SortableContext items={parts.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol
          aria-label={chapter ? `Materi di bab ${chapter.title}` : 'Materi sebelum bab pertama'}
          className="grid gap-2"
        >
          {parts.map(({ id, name }) => {
            const lesson = lessonsById.get(id)
            return (
              lesson && (
                <SortableRow
                  key={id}
                  name={name}
                  accepts={acceptsOnLesson}
                  leavesGap
                  {...moving(id, { kind: 'lesson', chapterId: chapter?._id ?? null })}
                >
                  {children(lesson)}
                </SortableRow>
              )
            )
          })}
        </ol>
      </SortableContext>
    )
  }

  return (
    <OutlineDrag
      outline={outline}
      findTarget={findTarget}
      overlayOf={(id) => lessonsById.get(id)?.title ?? null}
      onArrange={arrange}
    >
      {([first, ...chapters]) => (
        <div className="grid gap-3">
          {folds.isOffered && (
            <Button variant="ghost" size="sm" className="justify-self-end" onClick={folds.toggleAll}>
              {folds.areAllOpen ? 'Ciutkan semua bab' : 'Buka semua bab'}
            </Button>
          )}
          {first && first.children.length > 0 && lessons(first.children, null)}
          <SortableContext items={chapters.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
            <ol aria-label="Daftar bab" className="grid gap-3">
              {chapters.map(({ id, children: parts }) => {
                const chapter = chaptersById.get(id)
                if (!chapter) return null
                return (
                  <SortableRow
                    key={chapter._id}
                    name={`bab ${chapter.title}`}
                    className="bg-sunken"
                    {...moving(id, { kind: 'chapter', chapterId: id })}
                    below={
                      folds.isOpen(id) && (
                        <div id={`${prefix}-${id}`} className="px-1.5 pb-2 sm:pr-2 sm:pl-6">
                          {parts.length > 0 ? (
                            lessons(parts, chapter)
                          ) : (
                            <p className="px-3 py-2 text-sm text-ink-3">Belum ada materi di bab ini.</p>
                          )}
                        </div>
                      )
                    }
                  >
                    <Button
                      variant="ghost"
                      size="sm"
                      aria-expanded={folds.isOpen(id)}
                      aria-controls={folds.isOpen(id) ? `${prefix}-${id}` : undefined}
                      aria-label={`Isi bab ${chapter.title}`}
                      onClick={() => folds.toggle(id)}
                    >
                      <ChevronDown
                        aria-hidden
                        className={classNames('size-4.5', folds.isOpen(id) ? 'rotate-180' : '')}
                      />
                    </Button>
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
      )}
    </OutlineDrag>
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
