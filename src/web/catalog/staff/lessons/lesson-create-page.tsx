import { useRef, useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import type { LessonStatus, LessonType } from '#contract/catalog/catalog.ts'
import { serverMessage } from '#contract/client.ts'
import { describeSaveFailure } from '#web/kit/staff/describe-failure.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useApi } from '#web/identity/index.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { LessonForm } from './lesson-form.tsx'

export const createLoader = staffLoader(async (api, { request, params }) => ({
  course: (await api.authenticated.authoring.showStaffCourse({ id: params.courseId ?? '' })).data,
  chapterId: new URL(request.url).searchParams.get('bab'),
}))

type Saved = { type: LessonType; status: LessonStatus; chapterId: string }

export function Page() {
  const { course, chapterId } = useLoaderData<ReturnType<typeof createLoader>>()
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const saved = useRef<Saved>({ type: 'text', status: 'published', chapterId: '' })
  // The key of the form: another lesson starts with an empty one, in the chapter of the lesson before it.
  const [lesson, setLesson] = useState(1)
  // Without a choice, courses are written from the first chapter to the last.
  const [chapter, setChapter] = useState(
    () => course.chapters.find(({ _id }) => _id === chapterId)?._id ?? course.chapters.at(-1)?._id ?? '',
  )
  const detail = paths.adminCourse({ courseId: course._id })
  const tellSaved = () =>
    toast.success(saved.current.status === 'draft' ? 'Materi tersimpan sebagai draf.' : 'Konten berhasil dibuat!')
  return (
    <StaffPage title="Buat Konten Baru" lead={course.title} back={{ to: detail, label: 'Detail kelas' }}>
      <LessonForm
        key={lesson}
        startsFocused={lesson > 1}
        chapters={course.chapters}
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
          isDraft: false,
          chapterId: chapter,
        }}
        draftName={`new:${course._id}`}
        submitLabel="Buat Konten"
        onSave={async (values) => {
          saved.current = { type: values.type, status: values.status ?? 'published', chapterId: values.chapterId ?? '' }
          return (await authenticated.authoring.createLesson(values)).data._id
        }}
        onSaved={(lessonId) => {
          tellSaved()
          const next = { courseId: course._id, lessonId }
          const { type } = saved.current
          void navigate(
            type === 'quiz'
              ? staffPaths.quiz(next)
              : type === 'assignment'
                ? staffPaths.assignment(next)
                : type === 'code'
                  ? staffPaths.exercise(next)
                  : detail,
          )
        }}
        onSavedAndNext={() => {
          tellSaved()
          setChapter(saved.current.chapterId)
          setLesson(lesson + 1)
          window.scrollTo({ top: 0 })
        }}
        onSavedInPlace={(lessonId) => {
          tellSaved()
          void navigate(paths.adminLessonEdit({ courseId: course._id, lessonId }), { replace: true })
        }}
        failureText={(error) =>
          serverMessage(error) === null
            ? `Gagal membuat konten. ${describeSaveFailure(error)}`
            : describeSaveFailure(error)
        }
        onFailure={(text) => void toast.error(text)}
      />
    </StaffPage>
  )
}
