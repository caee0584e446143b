import { useLoaderData, useNavigate, useRevalidator, useRouteLoaderData } from 'react-router'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { Category } from '#contract/catalog/catalog.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { Remarks } from '#web/catalog/staff/remarks.tsx'
import { CertificateDetails } from './certificate-details.tsx'
import type { CourseValues } from './course-form-state.ts'
import { CourseForm, describeCourseFailure, type CourseSubmit } from './course-form.tsx'
import { InstructorShares } from './instructor-shares.tsx'
import { listInstructors, withCurrentInstructor } from './instructors.ts'
import { sentIn } from './use-course-actions.ts'

export const createLoader = staffLoader(async (api, { params, session }) => {
  const id = params.courseId ?? ''
  const [{ data: course }, instructors] = await Promise.all([
    api.authenticated.authoring.showStaffCourse({ id }),
    listInstructors(api, session),
  ])
  const checklist =
    course.mustBeReviewed && course.status === 'draft'
      ? (await api.authenticated.courseReview.showChecklist({ id })).data
      : []
  return { course, instructors, isReady: checklist.every(({ isMet }) => isMet) }
})

const grouped = new Intl.NumberFormat('id-ID')

const toValues = (course: StaffCourseDetail): CourseValues => ({
  title: course.title,
  tagline: course.tagline,
  description: course.description,
  categoryId: course.categoryId,
  levels: course.levels,
  price: course.price === null ? '' : grouped.format(course.price),
  discount: String(course.discount),
  learn: course.learn.join('\n'),
  pace: course.pace,
  enrolment: course.enrolment,
  instructorId: course.instructor._id,
  thumbnail: [],
})

const save: CourseSubmit = { label: 'Simpan', rules: 'update' }
const saveDraft: CourseSubmit = { label: 'Simpan', rules: 'update-draft' }
const saveAndPublish: CourseSubmit = { label: 'Simpan dan tayangkan', rules: 'update', publishes: true }
const saveAndSendIn: CourseSubmit = { ...saveAndPublish, label: 'Simpan dan ajukan' }

export function Page() {
  const { course, instructors, isReady } = useLoaderData<ReturnType<typeof createLoader>>()
  const { categories } = useRouteLoaderData('site') as { categories: Category[] }
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const submit = course.status === 'draft' ? saveDraft : save
  const publishing = course.mustBeReviewed ? (isReady ? saveAndSendIn : undefined) : saveAndPublish
  return (
    <StaffPage
      title="Perbarui Kursus"
      lead={course.title}
      back={{ to: paths.adminCourse({ courseId: course._id }), label: 'Detail kelas' }}
    >
      <Remarks remarks={course.remarks} place={null} lessonIds={new Set(course.details.map(({ _id }) => _id))} />
      <CourseForm
        key={course._id}
        initial={toValues(course)}
        version={course.version}
        categories={categories}
        currentThumbnail={course.uploadedThumbnail}
        instructors={withCurrentInstructor(instructors, course)}
        instructorName={course.instructor.name}
        thumbnailRequired={false}
        chaptersUrl={`${paths.adminCourse({ courseId: course._id })}#materi-kelas`}
        submit={submit}
        otherSubmit={course.status === 'draft' ? publishing : undefined}
        submitInPlace={submit}
        draft={`course:${course._id}`}
        onSave={async (input, { publishes }, version) =>
          (
            await authenticated.authoring.updateCourse({
              ...input,
              id: course._id,
              version,
              ...(publishes && { status: 'published' }),
            })
          ).data._id
        }
        onSaved={({ publishes }) => {
          toast.success(publishes && course.mustBeReviewed ? sentIn : 'Kursus berhasil diperbarui!')
          void navigate(paths.adminCourses())
        }}
        onSavedInPlace={() => {
          toast.success('Kursus berhasil diperbarui!')
          return revalidate()
        }}
        failureText={describeCourseFailure('Gagal memperbarui kursus', 'Update failed without error message')}
      />
      <CertificateDetails course={course} />
      {instructors && <InstructorShares course={course} instructors={instructors} />}
    </StaffPage>
  )
}
