import NotebookPen from 'lucide-react/icons/notebook-pen'
import Route from 'lucide-react/icons/route'
import { Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import type { EnrolledCourse } from '#contract/learning/learning.ts'
import type { MyEbook } from '#contract/library/library.ts'
import { paths } from '#contract/kit/paths.ts'
import { deviceSync } from '#web/kit/device/sync.ts'
import type { Api } from '#web/identity/index.ts'
import { CertificateActions } from '#web/learning/certificate-actions.tsx'
import { loadAsStudent } from '#web/learning/load-as-student.ts'
import { progressTask } from '#web/learning/player/progress-task.ts'
import { ProgressBadge } from '#web/learning/progress-badge.tsx'
import { studyVerb } from '#web/learning/study-verb.ts'
import { readingTask } from '#web/library/reading-task.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { ButtonLink, buttonClass } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { ItemList } from './item-list.tsx'
import { ItemsToolbar } from './items-toolbar.tsx'
import { narrow, type MyItem } from './my-items.ts'
import { useView } from './use-view.ts'

export const createMyItemsLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStudent(api, request, async (user) => {
      await deviceSync.flush(api, user._id, [progressTask, readingTask])
      const [courses, ebooks] = await Promise.all([
        api.authenticated.learning.listEnrolledCourses(),
        api.authenticated.library.listMyEbooks(),
      ])
      return { courses: courses.data, ebooks: ebooks.data, studentName: user.name, now: new Date() }
    })

/** Kelas Saya: the courses and e-books of the student. */
export function MyItemsPage() {
  const { courses, ebooks, studentName, now } = useLoaderData<ReturnType<typeof createMyItemsLoader>>()
  const [search] = useSearchParams()
  const [view] = useView()
  const narrowing = { q: search.get('q') ?? '', status: search.get('status') ?? '' }
  const shownCourses = narrow(
    courses.map((course) => toCourseItem(course, studentName)),
    narrowing,
  )
  const shownEbooks = narrow(ebooks.map(toEbookItem), narrowing)
  const found = shownCourses.length + shownEbooks.length
  const isNarrowed = Boolean(narrowing.q || narrowing.status)
  return (
    <>
      <PageHead title="Kelas Saya" noIndex />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-extrabold">Kelas Saya</h1>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={paths.myPaths()} variant="outline" size="sm">
            <Route aria-hidden className="size-4" /> Jalur Saya
          </ButtonLink>
          <ButtonLink to={paths.myNotes()} variant="outline" size="sm">
            <NotebookPen aria-hidden className="size-4" /> Catatan dan sorotan
          </ButtonLink>
        </div>
      </div>
      {courses.length + ebooks.length > 0 && <ItemsToolbar />}
      <p role="status" className="sr-only">
        {isNarrowed && `${found} ditemukan`}
      </p>
      {courses.length === 0 && !isNarrowed && (
        <EmptyState
          title="You have not enrolled in any courses yet."
          text="Mulai dari kelas gratis, tanpa biaya apa pun."
        >
          <ButtonLink to={paths.catalogue({ type: 'free' })}>Lihat kelas gratis</ButtonLink>
        </EmptyState>
      )}
      {isNarrowed && found === 0 && (
        <EmptyState title="Tidak ada yang cocok" text="Coba kata lain, atau tampilkan semua kelas dan e-bookmu.">
          <Link to={paths.myCourses()} className={buttonClass({ variant: 'outline' })}>
            Tampilkan semua
          </Link>
        </EmptyState>
      )}
      <div className="grid gap-10">
        {shownCourses.length > 0 && (
          <section aria-labelledby="kelas">
            <h2 id="kelas" className="mb-4 text-xl font-bold">
              Kelas
            </h2>
            <ItemList items={shownCourses} view={view} now={now} />
          </section>
        )}
        {shownEbooks.length > 0 && (
          <section aria-labelledby="ebook">
            <h2 id="ebook" className="mb-4 text-xl font-bold">
              E-book
            </h2>
            <ItemList items={shownEbooks} view={view} now={now} />
          </section>
        )}
      </div>
    </>
  )
}

const toCourseItem = (course: EnrolledCourse, studentName: string): MyItem => {
  const newLessons = course.details.filter(({ isNew }) => isNew).length
  return {
    id: course._id,
    title: course.title,
    by: course.instructor.name,
    path: paths.player({ courseId: course._id }),
    image: course.thumbnail,
    percent: course.progress,
    amount: `${course.lessonsCompleted} dari ${course.lessonCount} materi`,
    verb: studyVerb(course.progress),
    lastUsedAt: course.lastAccessed,
    badge: (
      <>
        <ProgressBadge percent={course.progress} />
        {newLessons > 0 && <Badge tone="info">Baru: {newLessons} materi</Badge>}
      </>
    ),
    actions: course.certificateAvailable && <CertificateActions course={course} studentName={studentName} />,
  }
}

const toEbookItem = (ebook: MyEbook): MyItem => ({
  id: ebook._id,
  title: ebook.title,
  by: ebook.author,
  path: paths.ebook({ ebookId: ebook._id }),
  image: ebook.thumbnailUrl,
  percent: ebook.progress,
  amount: `${ebook.sectionCount} bagian · ± ${ebook.readingMinutes} menit`,
  verb: ebook.progress === 0 ? 'Mulai Baca' : 'Lanjut Baca',
  lastUsedAt: ebook.lastReadAt,
  badge: ebook.owned && <Badge tone="info">Milikmu</Badge>,
})
