import ArrowRight from 'lucide-react/icons/arrow-right'
import { Suspense, useRef, useState, type ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ContentSummary } from '#contract/catalog/catalog.ts'
import type { CourseForViewer } from '#contract/learning/learning.ts'
import { paths } from '#contract/kit/paths.ts'
import type { VideoControl } from '#web/catalog/video/video-control.ts'
import { formatClock } from '#web/catalog/video/format-clock.ts'
import { Article } from './article.tsx'
import { LessonNoteField } from './notes/lesson-note-field.tsx'
import { LessonVideo } from './position/lesson-video.tsx'
import { UploadedLessonVideo } from './position/uploaded-lesson-video.tsx'
import { useLessonPosition } from './position/use-lesson-position.ts'
import { dataText, useVideoDurations } from './position/video-durations.ts'
import type { Lessons } from './use-lessons.ts'

type TaskProps = { courseId: string; contentId: string; userId: string; nextUrl: string; onPassed: () => void }
/** The components of the lessons that are completed by their result. */
export type TaskTypes = Record<'quiz' | 'assignment', ComponentType<TaskProps>>
type Props = { course: CourseForViewer; lessons: Lessons; content: ContentSummary; userId: string; tasks: TaskTypes }

/** One lesson: its video, article, quiz or assignment, the student's note, and a link to the next lesson. */
export function Lesson({ course, lessons, content, userId, tasks }: Props) {
  const Task = content.type === 'quiz' || content.type === 'assignment' ? tasks[content.type] : null
  const isVideo = content.type === 'video'
  const [search] = useSearchParams()
  // Of `momentPath`: where the lesson was opened; the video plays on from there.
  const [chosen] = useState(() => (isVideo ? readSecond(search.get('detik')) : null))
  const position = useLessonPosition(course, content._id, userId, chosen)
  const video = useRef<VideoControl>(null)
  // After the last lesson follows what is not completed yet, instead of the first one again.
  const isLast = lessons.positionOf(content._id) === course.details.length
  const next = isLast ? lessons.nextOpen(content._id) : lessons.neighbour(content._id, 1)
  const chapter = course.chapters.find(({ contents }) => contents.some(({ _id }) => _id === content._id))
  const watchedSeconds = useVideoDurations()[content.youtubeId ?? '']
  const durationSeconds = content.durationSeconds ?? watchedSeconds
  const data = dataText(content, durationSeconds)
  return (
    <article>
      {isVideo && content.youtubeId && (
        <LessonVideo content={content} youtubeId={content.youtubeId} poster={course.thumbnail} position={position} control={video} />
      )}
      {content.videoUrl && <UploadedLessonVideo content={content} url={content.videoUrl} poster={course.thumbnail} position={position} control={video} />}
      <div className="px-4 py-6 md:px-6 lg:px-0 print:p-0">
        <p className="text-sm text-ink-3">
          {chapter && `${chapter.title} · `}
          Materi {lessons.positionOf(content._id)} dari {course.details.length}
          {content.readingMinutes !== null && ` · ± ${content.readingMinutes} menit baca`}
          {durationSeconds !== undefined && ` · video ${formatClock(durationSeconds)}`}
          {content.videoUrl && data && ` · ${data}`}
        </p>
        <h1 className="mt-1 text-[min(1.75rem,14vw)] leading-tight font-extrabold text-balance md:text-3xl">{content.title}</h1>
        {content.youtubeId && <p className="mt-3 text-sm text-ink-3">Memutar video memakai data dari YouTube{data && `, ${data} di kualitas 480p`}.</p>}
        {content.text !== undefined && <Article html={content.text} position={position} isCompleted={lessons.isCompleted(content._id)} />}
        {Task && (
          <Suspense fallback={<p role="status">Memuat {content.type === 'quiz' ? 'kuis' : 'tugas'}…</p>}>
            <div className="mt-6">
              <Task
                courseId={course._id}
                contentId={content._id}
                userId={userId}
                nextUrl={paths.player({ courseId: course._id, contentId: lessons.nextOpen(content._id)?._id ?? 'selesai' })}
                onPassed={lessons.refresh}
              />
            </div>
          </Suspense>
        )}
        <LessonNoteField courseId={course._id} contentId={content._id} userId={userId} video={isVideo ? video : null} />
        {next && (
          <Link
            to={paths.player({ courseId: course._id, contentId: next._id })}
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
const readSecond = (text: string | null): number | null => (text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null)
