import Lock from 'lucide-react/icons/lock'
import { Link } from 'react-router'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import type { CourseOverview, Progress } from '#contract/learning/learning.ts'
import { paths } from '#contract/kit/paths.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { ChapterDetails, chapterFacts, groupByChapter, readingMinutesOf } from './course-chapters.tsx'
import { LessonPreview } from './lesson-preview.tsx'
import { lessonIcons } from '#web/catalog/lesson-icons.ts'
import { lessonTypeLabels } from '#web/catalog/lesson-type-labels.ts'

type Props = {
  course: CourseOverview
  /** Enrolled students only. */
  progress?: Progress | null | undefined
}

/** All lessons in order, by chapter if there are any. Free lessons open in a dialog; a student's own lessons open in the player, which explains closed ones. */
export function CourseOutline({ course, progress }: Props) {
  const { details } = course
  const minutes = readingMinutesOf(details)
  const counts = (['video', 'quiz', 'assignment', 'code'] as const).map((type) => {
    const count = details.filter((lesson) => lesson.type === type).length
    return count > 0 && `${count} ${lessonTypeLabels[type].toLowerCase()}`
  })
  const facts = [`${details.length} materi`, ...counts, minutes > 0 && `± ${minutes} menit baca`, course.paceNote]
    .filter(Boolean)
    .join(' · ')
  return (
    <section aria-labelledby="isi-kelas">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="isi-kelas" className="text-2xl">
          Isi kelas
        </h2>
        {details.length > 0 && <p className="text-sm text-ink-3">{facts}</p>}
      </div>
      {details.length > 0 ? (
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          <Lessons course={course} progress={progress} />
        </div>
      ) : (
        <p className="rounded-card border border-dashed border-border px-5 py-8 text-center text-ink-2">
          Materi sedang disiapkan. Pantau lagi, ya.
        </p>
      )}
    </section>
  )
}

function Lessons({ course, progress }: Props) {
  const groups = groupByChapter(course)
  const done = progress?.completedContentIds
  const studied =
    course.details.find(({ _id }) => _id === progress?.lastContentId) ??
    course.details.find(({ _id }) => !done?.includes(_id))
  // Visitors see the first chapter open.
  const opened = done
    ? groups.find(({ lessons }) => lessons.includes(studied as LessonSummary))
    : groups.find(({ chapter }) => chapter)
  return groups.map((group) => {
    const { chapter, lessons, start } = group
    const rows = (
      <ol key={chapter?._id ?? ''} className={chapter ? 'border-t border-line' : undefined}>
        {lessons.map((lesson, index) => (
          <li
            key={lesson._id}
            className="relative flex min-h-14 items-center gap-[min(0.875rem,3vw)] border-line px-[min(1rem,4vw)] py-2.5 not-first:border-t has-[a,button]:hover:bg-nila-50"
          >
            <span aria-hidden="true" className="w-6 shrink-0 text-sm font-semibold text-ink-3 tabular-nums">
              {String(start + index + 1).padStart(2, '0')}
            </span>
            <Lesson course={course} lesson={lesson} completedIds={done} />
          </li>
        ))}
      </ol>
    )
    if (!chapter) return rows
    return (
      <ChapterDetails
        key={chapter._id}
        title={chapter.title}
        facts={chapterFacts(lessons, done)}
        open={group === opened}
        className="border-line not-first:border-t"
      >
        {rows}
      </ChapterDetails>
    )
  })
}

const titleClass =
  'text-left font-semibold text-nila after:absolute after:inset-0 focus-visible:after:-outline-offset-3'

/** `completedIds` is undefined for visitors. */
function Lesson({
  course,
  lesson,
  completedIds,
}: {
  course: CourseOverview
  lesson: LessonSummary
  completedIds: string[] | undefined
}) {
  const Icon = lessonIcons[lesson.type]
  return (
    <>
      <Icon className="size-5 shrink-0 text-nila" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5 py-1 leading-snug">
        <div className="min-w-[min(100%,12rem)] flex-1">
          {completedIds ? (
            <Link to={paths.player({ courseId: course._id, lessonId: lesson._id })} className={titleClass}>
              {lesson.title}
            </Link>
          ) : lesson.isPreview ? (
            <LessonPreview courseId={course._id} lesson={lesson} poster={course.thumbnail} className={titleClass}>
              {lesson.title}
            </LessonPreview>
          ) : (
            <span className="font-medium">{lesson.title}</span>
          )}
          <span className="block text-[0.8125rem] text-ink-3">
            {lessonTypeLabels[lesson.type]}
            {lesson.readingMinutes !== null && ` · ± ${lesson.readingMinutes} menit`}
            {completedIds?.includes(lesson._id) && ' · selesai'}
          </span>
        </div>
        {!completedIds && lesson.isPreview && <Badge tone="success">Contoh gratis</Badge>}
      </div>
      {!completedIds && !lesson.isPreview && (
        <>
          <Lock className="size-4 shrink-0 text-ink-3" />
          <span className="sr-only">Terkunci</span>
        </>
      )}
    </>
  )
}
