import CalendarDays from 'lucide-react/icons/calendar-days'
import Copy from 'lucide-react/icons/copy'
import ExternalLink from 'lucide-react/icons/external-link'
import Eye from 'lucide-react/icons/eye'
import History from 'lucide-react/icons/history'
import Pencil from 'lucide-react/icons/pencil'
import Receipt from 'lucide-react/icons/receipt'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { listCourseStudentsInput } from '#contract/learning/course-students.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { LevelBars } from '#web/catalog/level-bars.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { StatTile, StatTiles } from '#web/kit/staff/stat-tile.tsx'
import { useStaffUser } from '#web/kit/staff/use-staff-user.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { readPeriod } from './course-figures.tsx'
import { CourseTeachers } from '#web/catalog/staff/course-teachers.tsx'
import { WaitingInvitations } from '#web/catalog/staff/waiting-invitations.tsx'
import { CourseStudents } from '#web/catalog/staff/course-students.tsx'
import { Checklist } from '#web/catalog/staff/checklist.tsx'
import { Remarks } from '#web/catalog/staff/remarks.tsx'
import { ReviewPanel } from '#web/catalog/staff/review-panel.tsx'
import { AssistedContents, CourseContents } from './course-contents.tsx'
import { MissingParts } from './missing-parts.tsx'
import { StaffPrice } from './staff-price.tsx'
import { StatusBadge } from './status-badge.tsx'
import { useCourseActions } from './use-course-actions.ts'

export const createLoader = staffLoader(async (api, { request, params }) => {
  const id = params.courseId ?? ''
  const { data: course } = await api.authenticated.authoring.showStaffCourse({ id })
  if (course.myRole === 'assistant') return { course, shared: null }
  const isSentInNext = course.mustBeReviewed && course.status !== 'published' && course.status !== 'in-review'
  const [students, invitations, checklist, figures] = await Promise.all([
    api.authenticated.courseStudents.listCourseStudents({ id, ...readListQuery(listCourseStudentsInput, request) }),
    api.authenticated.invitations.listInvitations({ id }),
    isSentInNext ? api.authenticated.courseReview.showChecklist({ id }) : null,
    api.authenticated.courseFigures.showCourseFigures({ id, days: readPeriod(request.url) }),
  ])
  return {
    course,
    shared: { students, invitations: invitations.data, checklist: checklist?.data ?? null, figures: figures.data },
  }
})

/** One course with its lessons and students, and the actions of its staff. */
export function Page() {
  const { course, shared } = useLoaderData<ReturnType<typeof createLoader>>()
  const ids = { courseId: course._id }
  const { revalidate } = useRevalidator()
  return (
    <StaffPage
      title={course.title}
      back={{ to: paths.adminCourses(), label: 'Kelas' }}
      actions={
        <>
          {shared && (
            <>
              <ButtonLink to={paths.adminCourseEdit(ids)} variant="outline">
                <Pencil aria-hidden className="size-4.5" />
                Edit Course
              </ButtonLink>
              <ButtonLink to={staffPaths.cohorts(ids)} variant="outline">
                <CalendarDays aria-hidden className="size-4.5" />
                Angkatan
              </ButtonLink>
              <ButtonLink to={staffPaths.soldLines(ids)} variant="outline">
                <Receipt aria-hidden className="size-4.5" />
                Penjualan
              </ButtonLink>
            </>
          )}
          <ButtonLink to={paths.adminCoursePreview(ids)} variant="outline">
            <Eye aria-hidden className="size-4.5" />
            Preview
          </ButtonLink>
          {course.status === 'published' && (
            <ButtonLink to={paths.courseDetail({ courseId: course._id })} variant="outline">
              <ExternalLink aria-hidden className="size-4.5" />
              Lihat
            </ButtonLink>
          )}
        </>
      }
    >
      <ReviewPanel course={course} />
      <Remarks remarks={course.remarks} place={null} lessonIds={new Set(course.details.map(({ _id }) => _id))} />
      {shared &&
        (shared.checklist ? (
          <Checklist courseId={course._id} items={shared.checklist} />
        ) : (
          <MissingParts course={course} />
        ))}
      <Summary course={course} />
      {shared ? <CourseContents course={course} figures={shared.figures} /> : <AssistedContents course={course} />}
      <CourseTeachers course={course} />
      {shared && (
        <>
          <CourseStudents courseId={course._id} students={shared.students} />
          <WaitingInvitations
            courseId={course._id}
            invitations={shared.invitations}
            onChanged={() => void revalidate()}
          />
        </>
      )}
    </StaffPage>
  )
}

function LessonCount({ course: { lessonCount, details } }: { course: StaffCourseDetail }) {
  const drafts = details.length - lessonCount
  return (
    <>
      {lessonCount}
      {drafts > 0 && <span className="text-base max-md:text-sm"> + {drafts} draf</span>}
    </>
  )
}

function Summary({ course }: { course: StaffCourseDetail }) {
  const actions = useCourseActions()
  const navigate = useNavigate()
  const busy = actions.busy === course._id
  const isAdmin = useStaffUser().role === 'admin'
  const decides = isAdmin || course.myRole === 'owner'
  return (
    <div className="grid gap-6">
      <div className="grid gap-6 md:grid-cols-[minmax(0,320px)_minmax(0,1fr)]">
        <img
          src={course.thumbnail}
          alt={`Thumbnail ${course.title}`}
          width={640}
          height={360}
          className="cover-art aspect-video w-full rounded-card object-cover"
        />
        <div className="grid content-start gap-4">
          <div className="flex flex-wrap items-center gap-3">
            <StatusBadge status={course.status} />
            <LevelBars level={course.levels} className="text-sm font-semibold text-ink-3" />
            <StaffPrice course={course} />
          </div>
          {course.tagline && <p className="text-ink-2">{course.tagline}</p>}
          <div className="flex flex-wrap gap-2">
            {course.myRole === 'assistant' || course.status === 'in-review' ? null : course.status === 'published' ? (
              <Button variant="outline" size="sm" busy={busy} onClick={() => void actions.setStatus(course, 'draft')}>
                Jadikan draf
              </Button>
            ) : (
              <Button size="sm" busy={busy} onClick={() => void actions.setStatus(course, 'published')}>
                {course.mustBeReviewed ? 'Ajukan' : 'Tayangkan'}
              </Button>
            )}
            {decides && (
              <Button variant="ghost" size="sm" busy={busy} onClick={() => void actions.duplicate(course)}>
                <Copy aria-hidden className="size-4" />
                Duplikat
              </Button>
            )}
            {isAdmin && (
              <ButtonLink
                to={`${paths.adminAudit()}?${new URLSearchParams({ subjectKind: 'course', subjectId: course._id })}`}
                variant="ghost"
                size="sm"
              >
                <History aria-hidden className="size-4" />
                Riwayat perubahan
              </ButtonLink>
            )}
            {decides && course.status !== 'archived' && (
              <Button
                variant="ghost"
                size="sm"
                className="text-mengkudu!"
                busy={busy}
                onClick={async () => {
                  if (await actions.remove(course)) void navigate(paths.adminCourses())
                }}
              >
                Delete
              </Button>
            )}
          </div>
        </div>
      </div>
      <StatTiles areSix>
        <StatTile label="Siswa" value={course.students} />
        <StatTile
          label="Kategori"
          value={<span className="text-base leading-snug max-md:text-sm">{course.category.name || '–'}</span>}
        />
        <StatTile label="Materi" value={<LessonCount course={course} />} />
        <StatTile label="Certificate" value={course.certificateCount} />
        <StatTile label="Selesai belajar" value={course.figures.finished} />
        <StatTile label="Terjual" value={course.figures.sold} hint={`Dana dikembalikan: ${course.figures.refunded}`} />
      </StatTiles>
    </div>
  )
}
