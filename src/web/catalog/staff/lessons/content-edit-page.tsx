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
import { ContentForm } from './content-form.tsx'
import { VersionsDialog } from './versions-dialog.tsx'

export const createContentEditLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, async () => {
      const { courseId = '', contentId = '' } = params
      const [content, course] = await Promise.all([
        api.authenticated.authoring.showStaffContent({ id: courseId, contentId }),
        api.authenticated.authoring.showStaffCourse({ id: courseId }),
      ])
      return { content: content.data, chapters: course.data.chapters }
    })

export function ContentEditPage() {
  const { content, chapters } = useLoaderData<ReturnType<typeof createContentEditLoader>>()
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [showsVersions, setShowsVersions] = useState(false)
  const [restores, setRestores] = useState(0)
  const detail = paths.adminCourse({ courseId: content.courseId })
  return (
    <StaffPage title="Perbarui Konten" lead={content.title} back={{ to: detail, label: 'Detail kelas' }}>
      <ContentForm
        chapters={chapters}
        // After a save the form stays, with its cursor and undo history; a restored version is another text.
        key={`${content._id} ${restores}`}
        initial={{
          courseId: content.courseId,
          title: content.title,
          type: content.type,
          source: content.source ?? 'youtube',
          youtubeId: content.youtubeId ?? '',
          uploadId: content.uploadId ?? '',
          poster: content.poster ?? '',
          text: content.text ?? '',
          isPreview: content.isPreview,
          chapterId: content.chapterId ?? '',
        }}
        existingVideo={
          content.uploadId
            ? { uploadId: content.uploadId, courseId: content.courseId, contentId: content._id, title: content.title, poster: content.poster ?? '' }
            : null
        }
        draftName={`content:${content._id}`}
        submitLabel="Simpan"
        onSave={async ({ courseId: id, ...values }) =>
          (await authenticated.authoring.updateContent({ ...values, id, contentId: content._id, version: content.version })).data._id
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
        {content.type === 'quiz' && (
          <ButtonLink to={staffPaths.quiz({ courseId: content.courseId, contentId: content._id })} variant="ghost">
            Susun pertanyaan
          </ButtonLink>
        )}
        {content.type === 'assignment' && (
          <ButtonLink to={staffPaths.assignment({ courseId: content.courseId, contentId: content._id })} variant="ghost">
            Susun rubrik
          </ButtonLink>
        )}
        {(content.type === 'text' || content.type === 'assignment') && (
          <Button type="button" variant="ghost" onClick={() => setShowsVersions(true)}>
            <History aria-hidden className="size-4.5" />
            Riwayat versi
          </Button>
        )}
      </ContentForm>
      {content.type === 'video' && <CaptionsPanel content={content} />}
      {showsVersions && (
        <VersionsDialog
          content={content}
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
