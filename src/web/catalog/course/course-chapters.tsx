import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import type { CourseChapter } from '#contract/learning/learning.ts'

type Outlined = { details: LessonSummary[]; chapters: CourseChapter[] }
export type ChapterGroup = {
  chapter: CourseChapter | null
  lessons: LessonSummary[]
  /** The number of lessons before it. */ start: number
}

/** The lessons of a course by chapter, with the bodies of `details`. First those without a chapter; no group is empty. */
export function groupByChapter({ details, chapters }: Outlined): ChapterGroup[] {
  let end = 0
  const take = (chapter: CourseChapter | null, length: number) => ({
    chapter,
    start: end,
    lessons: details.slice(end, (end += length)),
  })
  const inChapters = chapters.reduce((sum, { contents: lessons }) => sum + lessons.length, 0)
  const groups = [
    take(null, details.length - inChapters),
    ...chapters.map((chapter) => take(chapter, chapter.contents.length)),
  ]
  return groups.filter(({ lessons }) => lessons.length > 0)
}

export const readingMinutesOf = (lessons: LessonSummary[]): number =>
  lessons.reduce((sum, { readingMinutes }) => sum + (readingMinutes ?? 0), 0)

/** "3 dari 5" for a student, "5 materi" for everybody else, and the minutes. */
export function chapterFacts(
  lessons: LessonSummary[],
  completedIds?: string[],
  minutes = readingMinutesOf(lessons),
): string {
  const count = completedIds
    ? `${lessons.filter(({ _id }) => completedIds.includes(_id)).length} dari ${lessons.length}`
    : `${lessons.length} materi`
  return minutes > 0 ? `${count} · ± ${minutes} menit` : count
}

type Props = { title: string; facts: string; open: boolean; className?: string; children: ReactNode }

/** A chapter that folds. `open` applies when it changes; in between the reader decides. */
export const ChapterDetails = ({ title, facts, open, className = '', children }: Props) => (
  <details open={open} className={`group ${className}`}>
    <summary className="flex min-h-14 items-center gap-3 px-4 py-2.5 leading-snug hover:bg-sunken">
      <span className="min-w-0 flex-1 font-bold wrap-anywhere">
        {title}
        <span className="block text-[0.8125rem] font-normal text-ink-3">{facts}</span>
      </span>
      <ChevronDown className="size-5 shrink-0 text-ink-3 soft group-open:rotate-180" />
    </summary>
    {children}
  </details>
)
