import ArrowRight from 'lucide-react/icons/arrow-right'
import { lazy, Suspense, useState, type ComponentType, type ReactNode, type RefObject } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import { isByResult } from '#contract/catalog/course-rules.ts'
import { lessonTypeLabels } from '#web/catalog/lesson-type-labels.ts'
import type { CourseForViewer } from '#contract/learning/learning.ts'
import { paths } from '#contract/kit/paths.ts'
import type { VideoControl } from '#web/catalog/video/video-control.ts'
import { MissingVideo } from '#web/catalog/video/missing-video.tsx'
import { formatClock } from '#web/catalog/video/format-clock.ts'
import { Article } from './article.tsx'
import { LessonParts } from './lesson-bar.tsx'
import { LessonNoteField } from './lesson-note-field.tsx'
import { LessonVideo } from './position/lesson-video.tsx'
import { UploadedLessonVideo } from './position/uploaded-lesson-video.tsx'
import { useLessonPosition } from './position/use-lesson-position.ts'
import { dataText, useVideoDurations } from './position/video-durations.ts'
import type { Lessons } from './use-lessons.ts'

// Few lessons carry files.
const LessonFiles = lazy(() => import('./lesson-files.tsx'))

type TaskProps = {
  courseId: string
  lessonId: string
  userId: string
  nextUrl: string
  onPassed: () => void
  /** The text of an exercise, which is beside its code. */
  children?: ReactNode
}
/** The components of the lessons that are completed by their result. */
export type TaskTypes = Record<'quiz' | 'assignment' | 'code', ComponentType<TaskProps>>
/** Questions and answers, whose module is not below this one. */
export type QuestionsSlot = ComponentType<{
  courseId: string
  lessonId: string
  userId: string
  video: RefObject<VideoControl | null> | null
}>
/** How many of them a lesson has. */
export type QuestionCountSlot = ComponentType<{ courseId: string; lessonId: string }>
type Props = {
  course: CourseForViewer
  lessons: Lessons
  lesson: LessonSummary
  userId: string
  tasks: TaskTypes
  QuestionCount: QuestionCountSlot | undefined
  video: RefObject<VideoControl | null>
}

export const hasVideo = ({ type, isVideoMissing }: LessonSummary): boolean => type === 'video' && !isVideoMissing

/** One lesson: its video, article, quiz or assignment, the student's note, and a link to the next lesson. */
export function Lesson({ course, lessons, lesson, userId, tasks, QuestionCount, video }: Props) {
  const Task = isByResult(lesson.type) ? tasks[lesson.type] : null
  const isVideo = hasVideo(lesson)
  const [search] = useSearchParams()
  // Opened at this second by `momentPath`; the video plays on from there.
  const [chosen] = useState(() => (isVideo ? readSecond(search.get('detik')) : null))
  const [hasNote, setHasNote] = useState(false)
  const position = useLessonPosition(course, lesson._id, userId, chosen)
  const text = lesson.text !== undefined && (
    <Article html={lesson.text} position={position} isCompleted={lessons.isCompleted(lesson._id)} />
  )
  // After the last lesson follows what is not completed yet, instead of the first one again.
  const isLast = lessons.positionOf(lesson._id) === course.details.length
  const next = isLast ? lessons.nextOpen(lesson._id) : lessons.neighbour(lesson._id, 1)
  const chapter = course.chapters.find(({ contents: lessons }) => lessons.some(({ _id }) => _id === lesson._id))
  const watchedSeconds = useVideoDurations()[lesson.youtubeId ?? '']
  const durationSeconds = lesson.durationSeconds ?? watchedSeconds
  const data = dataText(lesson, durationSeconds)
  return (
    <article>
      {isVideo && lesson.youtubeId && (
        <LessonVideo
          lesson={lesson}
          youtubeId={lesson.youtubeId}
          poster={course.thumbnail}
          position={position}
          control={video}
        />
      )}
      {lesson.videoUrl && (
        <UploadedLessonVideo
          lesson={lesson}
          url={lesson.videoUrl}
          poster={course.thumbnail}
          position={position}
          control={video}
        />
      )}
      {lesson.isVideoMissing && <MissingVideo />}
      <div className="px-4 py-6 md:px-6 lg:px-0 print:p-0">
        <p className="text-sm text-ink-3">
          {chapter && `${chapter.title} · `}
          Materi {lessons.positionOf(lesson._id)} dari {course.details.length}
          {lesson.readingMinutes !== null && ` · ± ${lesson.readingMinutes} menit baca`}
          {durationSeconds !== undefined && ` · video ${formatClock(durationSeconds)}`}
          {lesson.videoUrl && data && ` · ${data}`}
        </p>
        <h1 className="mt-1 text-[min(1.75rem,14vw)] leading-tight font-extrabold text-balance md:text-3xl">
          {lesson.title}
        </h1>
        <LessonParts
          questions={QuestionCount ? <QuestionCount courseId={course._id} lessonId={lesson._id} /> : null}
          hasNote={hasNote}
          position={lessons.positionOf(lesson._id)}
          lessonCount={course.details.length}
        />
        {lesson.youtubeId && (
          <p className="mt-3 text-sm text-ink-3">
            Memutar video memakai data dari YouTube{data && `, ${data} di kualitas 480p`}.
          </p>
        )}
        {lesson.type !== 'code' && text}
        {lesson.files && (
          <Suspense fallback={<p role="status">Memuat berkas…</p>}>
            <LessonFiles lesson={lesson} />
          </Suspense>
        )}
        {Task && (
          <Suspense fallback={<p role="status">Memuat {lessonTypeLabels[lesson.type].toLowerCase()}…</p>}>
            <div className="mt-6">
              <Task
                courseId={course._id}
                lessonId={lesson._id}
                userId={userId}
                nextUrl={paths.player({
                  courseId: course._id,
                  lessonId: lessons.nextOpen(lesson._id)?._id ?? 'selesai',
                })}
                onPassed={lessons.refresh}
              >
                {lesson.type === 'code' && text}
              </Task>
            </div>
          </Suspense>
        )}
        <LessonNoteField
          courseId={course._id}
          lessonId={lesson._id}
          userId={userId}
          video={isVideo ? video : null}
          onFilled={setHasNote}
        />
        {next && (
          <Link
            to={paths.player({ courseId: course._id, lessonId: next._id })}
            className="group soft mt-8 flex min-h-11 items-center justify-between gap-4 rounded-card border border-line bg-surface p-4 hover:border-nila print:hidden"
          >
            <span className="min-w-0">
              <span className="block text-sm text-ink-3">{isLast ? 'Masih belum selesai' : 'Berikutnya'}</span>
              <span className="block font-bold text-balance">{next.title}</span>
            </span>
            <ArrowRight aria-hidden className="size-5 shrink-0 text-nila" />
          </Link>
        )}
      </div>
    </article>
  )
}

/** Null for anything but whole seconds. */
const readSecond = (text: string | null): number | null =>
  text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null
