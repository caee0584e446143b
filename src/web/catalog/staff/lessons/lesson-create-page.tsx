import { useRef, useState } from 'react'
import { useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import type { LessonType } from '#contract/catalog/catalog.ts'
import { serverMessage } from '#contract/kit/client.ts'
import { describeSaveFailure } from '#web/kit/staff/describe-failure.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useApi, type Api } from '#web/identity/index.ts'
import { loadAsStaff } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { LessonForm } from './lesson-form.tsx'

export const createLessonCreateLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, async () => (await api.authenticated.authoring.showStaffCourse({ id: params.courseId ?? '' })).data)

export function LessonCreatePage() {
  const course = useLoaderData<ReturnType<typeof createLessonCreateLoader>>()
  const { authenticated } = useApi()
  const navigate = useNavigate()
  // The key of the form: another lesson starts with an empty one.
  const savedType = useRef<LessonType>('text')
  const [lesson, setLesson] = useState(1)
  const detail = paths.adminCourse({ courseId: course._id })
  return (
    <StaffPage title="Buat Konten Baru" lead={course.title} back={{ to: detail, label: 'Detail kelas' }}>
      <LessonForm
        key={lesson}
        startsFocused={lesson > 1}
        chapters={course.chapters}
        // Courses are written from the first chapter to the last.
        initial={{
          courseId: course._id,
          title: '',
          type: '',
          source: 'youtube',
          youtubeId: '',
          uploadId: '',
          poster: '',
          text: '',
          isPreview: false,
          chapterId: course.chapters.at(-1)?._id ?? '',
        }}
        draftName={`new:${course._id}`}
        submitLabel="Buat Konten"
        onSave={async (values) => {
          savedType.current = values.type
          return (await authenticated.authoring.createLesson(values)).data._id
        }}
        onSaved={(lessonId) => {
          toast.success('Konten berhasil dibuat!')
          const next = { courseId: course._id, lessonId }
          const { current: type } = savedType
          void navigate(type === 'quiz' ? staffPaths.quiz(next) : type === 'assignment' ? staffPaths.assignment(next) : detail)
        }}
        onSavedAndNext={() => {
          toast.success('Konten berhasil dibuat!')
          setLesson(lesson + 1)
          window.scrollTo({ top: 0 })
        }}
        onSavedInPlace={(lessonId) => {
          toast.success('Konten berhasil dibuat!')
          void navigate(paths.adminLessonEdit({ courseId: course._id, lessonId }), { replace: true })
        }}
        failureText={(error) => (serverMessage(error) === null ? `Gagal membuat konten. ${describeSaveFailure(error)}` : describeSaveFailure(error))}
        onFailure={(text) => void toast.error(text)}
      />
    </StaffPage>
  )
}
