import { useEffect, useEffectEvent, useId, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { fieldErrors } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { readLargestBytes } from '#web/catalog/staff/lessons/send-video.ts'
import { ChooseVideos } from './choose-videos.tsx'
import { PlanPreview } from './plan-preview.tsx'
import { planVideos, type ChosenFile } from './plan-videos.ts'
import { totalsOf } from './queue.ts'
import { QueueList } from './queue-list.tsx'
import { startQueue } from './run-queue.ts'
import { runningQueue } from './running-queue.ts'

/** Uploads many videos of a course: chosen, looked at, then sent one after another. */
export function ManyVideos({ course }: { course: StaffCourseDetail }) {
  const running = runningQueue.use()
  const id = useId()
  useFollowedCourse(course._id)
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="mb-4 grid gap-4 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <h3 id={`${id}-title`} className="text-lg font-extrabold">
        Unggah banyak video
      </h3>
      {running === null ? (
        <NewUpload course={course} />
      ) : running.course.id === course._id ? (
        <QueueList {...running} />
      ) : (
        <p>
          Video untuk kelas{' '}
          <Link to={paths.adminCourse({ courseId: running.course.id })} className="font-semibold text-nila underline">
            {running.course.title}
          </Link>{' '}
          masih diunggah. Selesaikan dulu, lalu unggah video kelas ini.
        </p>
      )}
    </section>
  )
}

/** Loads the outline again with each lesson that has got its video. */
function useFollowedCourse(courseId: string): void {
  const { revalidate } = useRevalidator()
  const running = runningQueue.use()
  const done = running?.course.id === courseId ? totalsOf(running.queue).done : 0
  const loadAgain = useEffectEvent(() => void revalidate())
  useEffect(() => {
    if (done > 0) loadAgain()
  }, [done])
}

function NewUpload({ course }: { course: StaffCourseDetail }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const largest = useRemote('largest', readLargestBytes)
  const largestBytes = largest.status === 'failed' ? null : (largest.data ?? null)
  const [chosen, setChosen] = useState<ChosenFile[] | null>(null)
  const [looseChapter, setLooseChapter] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const waiting = course.details.filter(({ status, isVideoMissing }) => status === 'draft' && isVideoMissing).length

  async function choose(files: Promise<ChosenFile[]>) {
    setProblem(null)
    try {
      const read = await files
      if (read.length === 0) setProblem('Folder ini kosong')
      else setChosen(read)
    } catch {
      setProblem('Berkas ini tidak bisa dibaca. Pilih lagi berkas atau foldernya.')
    }
  }

  if (chosen === null)
    return (
      <>
        {waiting > 0 && (
          <p className="text-ink-2">
            {waiting.toLocaleString('id-ID')} materi draf menunggu videonya. Pilih lagi berkas atau folder yang sama
            untuk melanjutkan: yang sudah terkirim tidak diunggah ulang.
          </p>
        )}
        <ChooseVideos error={problem} largestBytes={largestBytes} onChoose={(files) => void choose(files)} />
      </>
    )

  const plan = planVideos(chosen, { largestBytes, looseChapter })
  const hasLoose = plan.chapters.some(({ videos }) => videos.some(({ path }) => !path.includes('/')))

  async function start() {
    setBusy(true)
    setProblem(null)
    try {
      const groups = plan.chapters.map(({ chapter, videos }) => ({ chapter, titles: videos.map(({ title }) => title) }))
      const { data } = await withLogin(() =>
        api.authenticated.courseChapters.addVideoDrafts({ id: course._id, groups }),
      )
      const videos = plan.chapters.flatMap(({ chapter, videos: own }, group) =>
        own.flatMap((video, index) => {
          const lesson = data.groups[group]?.lessons[index]
          return lesson ? [{ ...video, chapter, lessonId: lesson._id, hasVideo: lesson.hasVideo }] : []
        }),
      )
      startQueue(api, { course: { id: course._id, title: course.title }, refused: plan.refused, videos })
      await revalidate()
    } catch (error) {
      setProblem(Object.values(fieldErrors(error))[0] ?? describeFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {problem !== null && (
        <p role="alert" className="text-sm font-semibold text-mengkudu">
          {problem}
        </p>
      )}
      <PlanPreview
        plan={plan}
        chapters={course.chapters}
        loose={hasLoose ? { chapter: looseChapter, onChange: setLooseChapter } : null}
        busy={busy}
        onStart={() => void start()}
        onCancel={() => setChosen(null)}
      />
    </>
  )
}
