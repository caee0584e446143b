import History from 'lucide-react/icons/history'
import { startTransition, useRef, useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { hasTask } from '#contract/catalog/course-rules.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useApi, withLogin, type Api } from '#web/identity/index.ts'
import { describeSaveFailure, isGone } from '#web/kit/staff/describe-failure.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { askConfirm, showAlert } from '#web/kit/ui/feedback/alerts.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { Remarks } from '#web/catalog/staff/remarks.tsx'
import { CaptionsPanel } from './captions-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import { LessonForm } from './lesson-form.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

export const createLoader = staffLoader(async (api, { params }) => {
  const { courseId = '', lessonId = '' } = params
  const [lesson, course] = await Promise.all([
    api.authenticated.authoring.showStaffLesson({ id: courseId, contentId: lessonId }),
    api.authenticated.authoring.showStaffCourse({ id: courseId }),
  ])
  return { content: lesson.data, chapters: course.data.chapters, remarks: course.data.remarks }
})

const failed = 'Gagal update konten.'
type LessonToSave = Parameters<Api['authenticated']['authoring']['createLesson']>[0]

export function Page() {
  const { content: lesson, chapters, remarks } = useLoaderData<ReturnType<typeof createLoader>>()
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [showsVersions, setShowsVersions] = useState(false)
  const [restores, setRestores] = useState(0)
  const detail = paths.adminCourse({ courseId: lesson.courseId })
  const sent = useRef<LessonToSave | null>(null)

  /** The lesson was deleted elsewhere. What was written can become a new one. */
  async function offerAsNew(discard: () => void) {
    const isWanted = await askConfirm({
      title: failed,
      text: 'Materi ini sudah dihapus di tempat lain. Isianmu masih ada di sini, dan bisa dijadikan materi baru.',
      confirmLabel: 'Simpan sebagai materi baru',
      cancelLabel: 'Tutup',
    })
    if (!isWanted || !sent.current) return
    try {
      const { data } = await withLogin(() => authenticated.authoring.createLesson(sent.current as LessonToSave))
      toast.success('Konten berhasil dibuat!')
      discard()
      void navigate(paths.adminLessonEdit({ courseId: lesson.courseId, lessonId: data._id }), { replace: true })
    } catch (error) {
      await showAlert({ title: failed, text: describeSaveFailure(error) })
    }
  }

  return (
    <StaffPage title="Perbarui Konten" lead={lesson.title} back={{ to: detail, label: 'Detail kelas' }}>
      <Remarks remarks={remarks} place={lesson._id} />
      <LessonForm
        chapters={chapters}
        // After a save the form stays, with its cursor and undo history; a restored version is another text.
        key={`${lesson._id} ${restores}`}
        version={lesson.version}
        initial={{
          courseId: lesson.courseId,
          title: lesson.title,
          type: lesson.type,
          source: lesson.source ?? (lesson.isVideoMissing ? 'upload' : 'youtube'),
          youtubeId: lesson.youtubeId ?? '',
          uploadId: lesson.uploadId ?? '',
          poster: lesson.poster ?? '',
          text: lesson.text ?? '',
          isPreview: lesson.isPreview,
          isDraft: lesson.status === 'draft',
          chapterId: lesson.chapterId ?? '',
        }}
        existingVideo={
          lesson.uploadId
            ? {
                uploadId: lesson.uploadId,
                courseId: lesson.courseId,
                lessonId: lesson._id,
                title: lesson.title,
                poster: lesson.poster ?? '',
              }
            : null
        }
        draftName={`content:${lesson._id}`}
        submitLabel="Simpan"
        onSave={async (values, version, isMoved) => {
          sent.current = values
          const { courseId: id, chapterId, ...changed } = values
          return (
            await authenticated.authoring.updateLesson({
              ...changed,
              // Otherwise the outline may have moved it meanwhile.
              ...(isMoved && { chapterId }),
              id,
              contentId: lesson._id,
              version,
            })
          ).data._id
        }}
        onSaved={async () => {
          await showAlert({ text: 'Konten berhasil diperbarui!' })
          void navigate(detail)
        }}
        onSavedInPlace={() => {
          toast.success('Konten berhasil diperbarui!')
          return revalidate()
        }}
        onFailure={(text, error, discard) => (isGone(error) ? offerAsNew(discard) : showAlert({ title: failed, text }))}
      >
        {lesson.type === 'quiz' && (
          <ButtonLink to={staffPaths.quiz({ courseId: lesson.courseId, lessonId: lesson._id })} variant="ghost">
            Susun soal
          </ButtonLink>
        )}
        {lesson.type === 'assignment' && (
          <ButtonLink to={staffPaths.assignment({ courseId: lesson.courseId, lessonId: lesson._id })} variant="ghost">
            Susun rubrik
          </ButtonLink>
        )}
        {lesson.type === 'code' && (
          <ButtonLink to={staffPaths.exercise({ courseId: lesson.courseId, lessonId: lesson._id })} variant="ghost">
            Susun kode
          </ButtonLink>
        )}
        {(lesson.type === 'text' || hasTask(lesson.type)) && (
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
