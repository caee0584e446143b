import { useLoaderData, useNavigate, useRevalidator, useRouteLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { Category } from '#contract/catalog/catalog.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi, type Api } from '#web/identity/index.ts'
import { loadAsStaff } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import type { CourseValues } from './course-form-state.ts'
import { CourseForm, describeCourseFailure, type CourseSubmit } from './course-form.tsx'
import { InstructorShares } from './instructor-shares.tsx'
import { listInstructors, withCurrentInstructor } from './instructors.ts'

export const createCourseEditLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, async (session) => {
      const [{ data: course }, instructors] = await Promise.all([
        api.authenticated.authoring.showStaffCourse({ id: params.courseId ?? '' }),
        listInstructors(api, session),
      ])
      return { course, instructors }
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

export function CourseEditPage() {
  const { course, instructors } = useLoaderData<ReturnType<typeof createCourseEditLoader>>()
  const { categories } = useRouteLoaderData('site') as { categories: Category[] }
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const submit = course.status === 'draft' ? saveDraft : save
  return (
    <StaffPage
      title="Perbarui Kursus"
      lead={course.title}
      back={{ to: paths.adminCourse({ courseId: course._id }), label: 'Detail kelas' }}
    >
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
        otherSubmit={course.status === 'draft' ? saveAndPublish : undefined}
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
        onSaved={() => {
          toast.success('Kursus berhasil diperbarui!')
          void navigate(paths.adminCourses())
        }}
        onSavedInPlace={() => {
          toast.success('Kursus berhasil diperbarui!')
          return revalidate()
        }}
        failureText={describeCourseFailure('Gagal memperbarui kursus', 'Update failed without error message')}
      />
      {instructors && <InstructorShares course={course} instructors={instructors} />}
    </StaffPage>
  )
}
