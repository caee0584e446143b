import { useRef } from 'react'
import { useLoaderData, useNavigate, useRouteLoaderData } from 'react-router'
import type { Category } from '#contract/catalog/catalog.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { emptyCourse } from './course-form-state.ts'
import { CourseForm, describeCourseFailure, type CourseSubmit } from './course-form.tsx'
import { listInstructors } from './instructors.ts'

export const createLoader = staffLoader(async (api, { session }) => {
  return { user: session.user, instructors: await listInstructors(api, session) }
})

const publish: CourseSubmit = { label: 'Buat Kursus', rules: 'create' }
const saveDraft: CourseSubmit = { label: 'Save as Draft', rules: 'create-draft' }

export function Page() {
  const { user, instructors } = useLoaderData<ReturnType<typeof createLoader>>()
  const { categories } = useRouteLoaderData('site') as { categories: Category[] }
  const { authenticated } = useApi()
  const navigate = useNavigate()
  // The server says whether it was published: a first course may have to be looked at before.
  const made = useRef('')
  return (
    <StaffPage title="Buat Kursus" back={{ to: paths.adminCourses(), label: 'Kelas' }}>
      <CourseForm
        initial={{ ...emptyCourse, instructorId: user._id }}
        categories={categories}
        currentThumbnail={null}
        instructors={instructors}
        instructorName={user.name}
        thumbnailRequired
        submit={publish}
        otherSubmit={saveDraft}
        // Ctrl+S must not publish.
        submitInPlace={saveDraft}
        draft="course:new"
        onSave={async (input, { rules }) => {
          const asked = rules === 'create-draft' ? { ...input, status: 'draft' as const } : input
          const { data, message } = await authenticated.authoring.createCourse(asked)
          made.current = message ?? 'Draf tersimpan.'
          return data._id
        }}
        onSaved={(_, courseId) => {
          toast.success(made.current)
          void navigate(paths.adminCourses(), { state: { newCourseId: courseId } })
        }}
        onSavedInPlace={(courseId) => {
          toast.success('Draf tersimpan.')
          void navigate(paths.adminCourseEdit({ courseId }), { replace: true })
        }}
        failureText={describeCourseFailure('Gagal membuat kursus')}
      />
    </StaffPage>
  )
}
