import Keyboard from 'lucide-react/icons/keyboard'
import Maximize2 from 'lucide-react/icons/maximize-2'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { SessionUser } from '#contract/identity/identity.ts'
import { isByResult } from '#contract/catalog/course-rules.ts'
import type { CourseForViewer } from '#contract/learning/learning.ts'
import type { VideoControl } from '#web/catalog/video/video-control.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { useFocusHeading } from '#web/kit/ui/behaviour/use-focus-heading.ts'
import { useShortcuts } from '#web/kit/ui/behaviour/use-shortcuts.ts'
import { Finished } from './finished.tsx'
import { ClosedLesson } from './closed-lesson.tsx'
import { LessonBar } from './lesson-bar.tsx'
import { hasVideo, Lesson, type QuestionCountSlot, type QuestionsSlot, type TaskTypes } from './lesson.tsx'
import { Outline } from './outline.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useFocusMode } from './use-focus-mode.ts'
import { useLessons } from './use-lessons.ts'
import { useMovingOn } from './use-moving-on.ts'
import { useOpenedLesson } from './use-opened-lesson.ts'
import { useShortcutsSetting } from './use-shortcuts-setting.ts'
import '#web/learning/student.css'

/** Value of the `materi` parameter that shows the end of the course instead of a lesson. */
const end = 'selesai'

type Props = {
  course: CourseForViewer
  user: SessionUser
  tasks: TaskTypes
  Questions?: QuestionsSlot | undefined
  QuestionCount?: QuestionCountSlot | undefined
  actions?: ReactNode
}

export function Player({ course, user, tasks, Questions, QuestionCount, actions }: Props) {
  const [search, setSearch] = useSearchParams()
  const lessons = useLessons(course, user._id)
  const requestedId = search.get('materi')
  const current = lessons.at(requestedId)
  const isEnd = requestedId === end
  const opened = useOpenedLesson(current, lessons, user._id)
  const [showsKeys, setShowsKeys] = useState(false)
  const video = useRef<VideoControl>(null)
  const focusMode = useFocusMode()

  const open = (lessonId: string) => setSearch({ materi: lessonId }, { preventScrollReset: false })
  const step = (by: 1 | -1) => open(lessons.neighbour(current._id, by)._id)
  const movingOn = useMovingOn(isEnd ? end : current._id)
  function completeAndMoveOn() {
    // A quiz is completed by passing it, an assignment by its review.
    if (movingOn.isMovingOn || opened.state !== 'open' || isByResult(current.type)) return
    movingOn.begin()
    // The last completion shows the end; otherwise the next open lesson follows, cyclically.
    const next = lessons.isLastToComplete(current._id) ? end : (lessons.nextOpen(current._id)?._id ?? end)
    lessons.setCompleted(current._id, true)
    open(next)
  }
  function undo() {
    if (!movingOn.isMovingOn && !isByResult(current.type)) lessons.setCompleted(current._id, false)
  }

  const shortcutsSetting = useShortcutsSetting()
  useShortcuts(
    {
      ...(!isEnd && {
        n: () => step(1),
        p: () => step(-1),
        m: () => (lessons.isCompleted(current._id) ? undo() : completeAndMoveOn()),
      }),
      f: focusMode.toggle,
      '?': () => setShowsKeys(true),
    },
    { isOn: shortcutsSetting.isOn, alwaysOn: '?' },
  )
  useLastLesson(course._id, requestedId, current._id, !isEnd && opened.state === 'open')

  useFocusHeading(isEnd ? end : current._id)

  if (isEnd) return <Finished course={course} lessons={lessons} studentName={user.name} />

  return (
    <div className="player mx-auto max-w-[1320px] pb-24 print:pb-0 lg:grid lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-8 lg:px-10 lg:py-8">
      <PageHead title={`${current.title} · ${course.title}`} noIndex />
      <div className="player-main min-w-0">
        {opened.state === 'open' ? (
          <Lesson
            key={current._id}
            course={course}
            lessons={lessons}
            lesson={opened.lesson}
            userId={user._id}
            tasks={tasks}
            QuestionCount={QuestionCount}
            video={video}
          />
        ) : (
          <ClosedLesson key={current._id} course={course} lesson={current} opened={opened} />
        )}
        <LessonBar
          lessons={lessons}
          lesson={current}
          isOpen={opened.state === 'open'}
          lessonCount={course.details.length}
          isMovingOn={movingOn.isMovingOn}
          onStep={step}
          onComplete={completeAndMoveOn}
          onUndo={undo}
        />
        <div className="hidden gap-2 pt-4 lg:flex print:hidden">
          <Button variant="ghost" size="sm" aria-pressed={focusMode.on} onClick={focusMode.toggle}>
            <Maximize2 aria-hidden className="size-4" /> {focusMode.on ? 'Keluar dari mode fokus' : 'Mode fokus'}
          </Button>
          <Button variant="ghost" size="sm" onClick={() => setShowsKeys(true)}>
            <Keyboard aria-hidden className="size-4" /> Pintasan keyboard
          </Button>
        </div>
      </div>
      <aside
        id="daftar-materi"
        className="player-outline border-t border-line px-4 py-6 md:px-6 lg:sticky lg:top-20 lg:row-span-2 lg:max-h-[calc(100vh-6rem)] lg:self-start lg:overflow-y-auto lg:rounded-card lg:border lg:bg-surface lg:p-5 print:hidden"
        aria-label="Daftar materi"
      >
        <p className="font-bold text-balance">
          <Link to={paths.courseDetail({ courseId: course._id })} className="hover:underline">
            {course.title}
          </Link>
        </p>
        <p className="mt-1 mb-2 text-sm text-ink-3">
          {lessons.completedContentIds.length} dari {course.details.length} materi · {lessons.percent}%
        </p>
        <ProgressBar percent={lessons.percent} label="Progres kelas" />
        {actions}
        <Outline course={course} currentId={current._id} lessons={lessons} />
      </aside>
      {/* On a phone below the outline: they load when they come near, and would push it from under a finger. */}
      {Questions && opened.state === 'open' && (
        <div className="min-w-0 px-4 md:px-6 lg:px-0">
          <Questions
            key={current._id}
            courseId={course._id}
            lessonId={current._id}
            userId={user._id}
            video={hasVideo(opened.lesson) ? video : null}
          />
        </div>
      )}
      {showsKeys && (
        <ShortcutsDialog
          hasVideo={current.source === 'upload'}
          enabled={shortcutsSetting.isOn}
          onChange={shortcutsSetting.setOn}
          onClose={() => setShowsKeys(false)}
        />
      )}
    </div>
  )
}

/** Keeps the URL and the last opened lesson on the server in sync. */
function useLastLesson(courseId: string, requestedId: string | null, currentId: string, isOpen: boolean) {
  const { authenticated } = useApi()
  const [, setSearch] = useSearchParams()
  useEffect(() => {
    // Names the lesson in the URL, so that this history entry keeps showing it.
    if (!requestedId) setSearch({ materi: currentId }, { replace: true, preventScrollReset: true })
  }, [requestedId, currentId, setSearch])
  useEffect(() => {
    // A lost report only costs the place to resume from.
    if (isOpen) authenticated.learning.saveLastLesson({ id: courseId, lastContentId: currentId }).catch(() => {})
  }, [authenticated, courseId, currentId, isOpen])
}
