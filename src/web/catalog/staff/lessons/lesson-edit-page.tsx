import History from 'lucide-react/icons/history'
import { startTransition, useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { serverMessage } from '#contract/kit/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useApi, type Api } from '#web/identity/index.ts'
import { loadAsStaff } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { showAlert } from '#web/kit/ui/feedback/alerts.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { CaptionsPanel } from './captions-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import { LessonForm } from './lesson-form.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

export const createLessonEditLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, async () => {
      const { courseId = '', lessonId = '' } = params
      const [lesson, course] = await Promise.all([
        api.authenticated.authoring.showStaffLesson({ id: courseId, contentId: lessonId }),
        api.authenticated.authoring.showStaffCourse({ id: courseId }),
      ])
      return { content: lesson.data, chapters: course.data.chapters }
    })

export function LessonEditPage() {
  const { content: lesson, chapters } = useLoaderData<ReturnType<typeof createLessonEditLoader>>()
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [showsVersions, setShowsVersions] = useState(false)
  const [restores, setRestores] = useState(0)
  const detail = paths.adminCourse({ courseId: lesson.courseId })
  return (
    <StaffPage title="Perbarui Konten" lead={lesson.title} back={{ to: detail, label: 'Detail kelas' }}>
      <LessonForm
        chapters={chapters}
        // After a save the form stays, with its cursor and undo history; a restored version is another text.
        key={`${lesson._id} ${restores}`}
        initial={{
          courseId: lesson.courseId,
          title: lesson.title,
          type: lesson.type,
          source: lesson.source ?? 'youtube',
          youtubeId: lesson.youtubeId ?? '',
          uploadId: lesson.uploadId ?? '',
          poster: lesson.poster ?? '',
          text: lesson.text ?? '',
          isPreview: lesson.isPreview,
          chapterId: lesson.chapterId ?? '',
        }}
        existingVideo={
          lesson.uploadId
            ? { uploadId: lesson.uploadId, courseId: lesson.courseId, lessonId: lesson._id, title: lesson.title, poster: lesson.poster ?? '' }
            : null
        }
        draftName={`content:${lesson._id}`}
        submitLabel="Simpan"
        onSave={async ({ courseId: id, ...values }) =>
          (await authenticated.authoring.updateLesson({ ...values, id, contentId: lesson._id, version: lesson.version })).data._id
        }
        onSaved={async () => {
          await showAlert({ text: 'Konten berhasil diperbarui!' })
          void navigate(detail)
        }}
        onSavedInPlace={() => {
          toast.success('Konten berhasil diperbarui!')
          return revalidate()
        }}
        failureText={(error) => serverMessage(error) ?? 'Koneksi terputus atau terlalu lambat. Isian masih ada, coba lagi.'}
        // The alert says that saving failed; the message of the form gives the reason.
        onFailure={() => showAlert({ text: 'Gagal update konten.' })}
      >
        {lesson.type === 'quiz' && (
          <ButtonLink to={staffPaths.quiz({ courseId: lesson.courseId, lessonId: lesson._id })} variant="ghost">
            Susun pertanyaan
          </ButtonLink>
        )}
        {lesson.type === 'assignment' && (
          <ButtonLink to={staffPaths.assignment({ courseId: lesson.courseId, lessonId: lesson._id })} variant="ghost">
            Susun rubrik
          </ButtonLink>
        )}
        {(lesson.type === 'text' || lesson.type === 'assignment') && (
          <Button type="button" variant="ghost" onClick={() => setShowsVersions(true)}>
            <History aria-hidden className="size-4.5" />
            Riwayat versi
          </Button>
        )}
      </LessonForm>
      <FilesPanel lesson={lesson} />
      {lesson.type === 'video' && <CaptionsPanel lesson={lesson} />}
      {showsVersions && (
        <VersionsDialog
          lesson={lesson}
          onClose={() => setShowsVersions(false)}
          onRestored={async () => {
            setShowsVersions(false)
            await revalidate()
            // A transition, as the update of the router is: the form starts with the restored text.
            startTransition(() => setRestores((before) => before + 1))
          }}
        />
      )}
    </StaffPage>
  )
}
