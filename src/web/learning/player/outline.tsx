import CircleCheck from 'lucide-react/icons/circle-check'
import Lock from 'lucide-react/icons/lock'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { LessonSummary, LessonClosure } from '#contract/catalog/catalog.ts'
import type { CourseForViewer } from '#contract/learning/learning.ts'
import { paths } from '#contract/kit/paths.ts'
import { lessonIcons } from '#web/catalog/lesson-icons.ts'
import { lessonTypeLabels } from '#web/catalog/lesson-type-labels.ts'
import { ChapterDetails, chapterFacts, groupByChapter, readingMinutesOf } from '#web/catalog/course/course-chapters.tsx'
import { formatClock } from '#web/catalog/video/format-clock.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { closureText } from './closure-text.ts'
import { dataText, useVideoDurations } from './position/video-durations.ts'
import type { Lessons } from './use-lessons.ts'

type Props = { course: CourseForViewer; currentId: string; lessons: Lessons }

/** All lessons in order, by chapter if there are any; the chapter of the current lesson is open. Completion and the current lesson are given as text, not by icon or colour alone. */
export function Outline({ course, currentId, lessons }: Props) {
  const { completedContentIds: completedLessonIds } = lessons
  const durations = useVideoDurations()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Beside the lesson the list has its own scrolling; the page must not scroll.
    const frame = list.current?.closest('aside')
    const current = list.current?.querySelector('[aria-current]')
    if (!frame || !current || frame.scrollHeight <= frame.clientHeight) return
    const above = current.getBoundingClientRect().top - frame.getBoundingClientRect().top
    frame.scrollTo({ top: frame.scrollTop + above - frame.clientHeight / 3, behavior: 'instant' })
  }, [currentId])
  const durationOf = ({ durationSeconds, youtubeId }: LessonSummary) => durationSeconds ?? durations[youtubeId ?? '']
  const minutesOf = (lessons: LessonSummary[]) =>
    readingMinutesOf(lessons) + Math.round(lessons.reduce((sum, lesson) => sum + (durationOf(lesson) ?? 0), 0) / 60)
  return (
    <div ref={list} className="mt-4 grid gap-1">
      {groupByChapter(course).map(({ chapter, lessons: contents }) => {
        const rows = (
          <ol key={chapter?._id ?? ''} className="grid gap-1">
            {contents.map((lesson) => (
              <LessonLink
                key={lesson._id}
                lesson={lesson}
                isCurrent={lesson._id === currentId}
                isCompleted={lessons.isCompleted(lesson._id)}
                closure={lessons.closureOf(lesson)}
                details={course.details}
                durationSeconds={durationOf(lesson)}
              />
            ))}
          </ol>
        )
        if (!chapter) return rows
        return (
          <ChapterDetails
            key={chapter._id}
            title={chapter.title}
            facts={chapterFacts(contents, completedLessonIds, minutesOf(contents))}
            open={contents.some(({ _id }) => _id === currentId)}
            className="-mx-1 border-b border-line"
          >
            {rows}
          </ChapterDetails>
        )
      })}
    </div>
  )
}

type LinkProps = {
  lesson: LessonSummary
  isCurrent: boolean
  isCompleted: boolean
  closure: LessonClosure | null
  /** All lessons of the course, one of which may open this one. */
  details: LessonSummary[]
  durationSeconds: number | undefined
}

function LessonLink({ lesson, isCurrent, isCompleted, closure, details, durationSeconds }: LinkProps) {
  const Icon = closure ? Lock : isCompleted ? CircleCheck : lessonIcons[lesson.type]
  return (
    <li>
      <Link
        to={paths.player({ courseId: lesson.courseId, lessonId: lesson._id })}
        aria-current={isCurrent ? 'true' : undefined}
        className="flex min-h-11 items-start gap-3 rounded-field px-3 py-2.5 text-sm hover:bg-sunken aria-[current]:bg-nila-50 aria-[current]:font-semibold"
      >
        <Icon aria-hidden className={`mt-0.5 size-4.5 shrink-0 ${isCompleted ? 'text-daun' : 'text-ink-3'}`} />
        <span className="flex-1">
          {lesson.title}
          {lesson.isNew && !isCompleted && (
            <span className="ml-2 align-middle">
              <Badge tone="info">Baru</Badge>
            </span>
          )}
          <span className="block text-xs font-normal text-ink-3">
            {lesson.type === 'video'
              ? [
                  lessonTypeLabels.video,
                  durationSeconds !== undefined && formatClock(durationSeconds),
                  dataText(lesson, durationSeconds),
                ]
                  .filter(Boolean)
                  .join(' · ')
              : lesson.type === 'quiz'
                ? lessonTypeLabels.quiz
                : `${lessonTypeLabels[lesson.type]} · ± ${lesson.readingMinutes} menit`}
            {isCompleted && ' · selesai'}
            {closure && <span className="block">{closureText(closure, details)}</span>}
          </span>
        </span>
      </Link>
    </li>
  )
}
