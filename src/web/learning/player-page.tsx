import { useEffect, type ComponentType, type ReactNode } from 'react'
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import type { CourseForViewer } from '#contract/learning.ts'
import { paths } from '#contract/paths.ts'
import { requireSession, useApi, type Api } from '#web/identity/index.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Lesson } from './lesson.tsx'
import { Outline } from './outline.tsx'
import { useLessons } from './use-lessons.ts'

export const createPlayerLoader =
  (api: Api) =>
  async ({ request, params }: LoaderFunctionArgs) => {
    await requireSession(api, request)
    return (await api.mine.learning.showCourse({ id: params.courseId ?? '' })).data
  }

type Props = {
  /** What stands in place of the lessons for whoever is not enrolled: buying is not this module's business. */
  Locked: ComponentType<{ courseId: string; title: string }>
}

export function PlayerPage({ Locked }: Props) {
  const course = useLoaderData<ReturnType<typeof createPlayerLoader>>()
  return (
    <>
      <PageHead title={`${course.title} | Cendaki`} noIndex />
      {!course.viewer.enrolled ? (
        <Centered title={course.title}>
          <Locked courseId={course._id} title={course.title} />
        </Centered>
      ) : course.details.length === 0 ? (
        <Centered title={course.title}>
          <EmptyState title="No content available" text="Materi sedang disiapkan. Pantau lagi, ya." />
        </Centered>
      ) : (
        // A new course starts from its own progress.
        <Player key={course._id} course={course} />
      )}
    </>
  )
}

function Centered({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid min-h-[50vh] max-w-[640px] content-center justify-items-center gap-5 px-4 py-12 text-center">
      <h1 className="text-2xl font-extrabold text-balance">{title}</h1>
      {children}
    </div>
  )
}

function Player({ course }: { course: CourseForViewer }) {
  const [search, setSearch] = useSearchParams()
  const { mine } = useApi()
  const lessons = useLessons(course)
  const asked = search.get('materi')
  const { current, progress } = lessons.at(asked)

  const open = (contentId: string) => setSearch({ materi: contentId }, { preventScrollReset: false })

  useEffect(() => {
    // Where one left off moves on; this place in the history stays what it was.
    if (!asked) setSearch({ materi: current._id }, { replace: true, preventScrollReset: true })
  }, [asked, current._id, setSearch])

  useEffect(() => {
    // A lost report only costs the place to resume from.
    mine.learning.rememberPosition({ id: course._id, lastContentId: current._id }).catch(() => {})
  }, [mine, course._id, current._id])

  if (asked === 'selesai') return <Finished course={course} percent={progress.percent} />

  return (
    <div className="mx-auto max-w-[1320px] lg:grid lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-8 lg:px-10 lg:py-8">
      <Lesson key={current._id} course={course} lessons={lessons} content={current} onOpen={open} />
      <aside
        className="border-t border-line px-4 py-6 md:px-6 lg:sticky lg:top-20 lg:max-h-[calc(100vh-6rem)] lg:self-start lg:overflow-y-auto lg:rounded-card lg:border lg:bg-surface lg:p-5"
        aria-label="Daftar materi"
      >
        <p className="font-bold text-balance">{course.title}</p>
        <p className="mt-1 mb-2 text-sm text-ink-3">
          {progress.completedContentIds.length} dari {course.details.length} pelajaran · {progress.percent}%
        </p>
        <ProgressBar percent={progress.percent} label="Progres kelas" />
        <Outline contents={course.details} currentId={current._id} completedIds={progress.completedContentIds} />
      </aside>
    </div>
  )
}

function Finished({ course, percent }: { course: CourseForViewer; percent: number }) {
  return (
    <Centered title={percent === 100 ? 'Kelas selesai!' : 'Hampir selesai'}>
      <p className="max-w-prose text-ink-2">
        {percent === 100
          ? `Semua ${course.details.length} pelajaran di ${course.title} sudah tuntas. Langkah yang bagus!`
          : `${course.title} sudah ${percent}%. Masih ada materi yang belum ditandai.`}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to={paths.player({ courseId: course._id, contentId: course.details[0]?._id ?? '' })} variant="outline">
          Ulangi dari awal
        </ButtonLink>
        <ButtonLink to={paths.myCourses()}>Kelas Saya</ButtonLink>
      </div>
    </Centered>
  )
}
