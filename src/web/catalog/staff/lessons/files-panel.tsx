import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { StaffLesson } from '#contract/catalog/authoring.ts'
import { attachmentRules, maximumAttachmentMegabytes, maximumAttachments } from '#contract/catalog/attachment-rules.ts'
import { acceptDocuments } from '#contract/kit/media/document-kinds.ts'
import { fileProblem } from '#contract/kit/media/file-rules.ts'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import { fieldErrors } from '#contract/client.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { createSendingClient } from '#web/identity/send-with-progress.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { FileField } from '#web/kit/staff/file-field.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** The files that students download with a lesson. Saved at once, apart from the form of the lesson. */
export function FilesPanel({ lesson }: { lesson: StaffLesson }) {
  const { authenticated, sessions } = useApi()
  const { revalidate } = useRevalidator()
  const [removing, setRemoving] = useState<string | null>(null)
  /** `sent` is the share of the file, from 0 to 1. */
  const [sending, setSending] = useState<{ name: string; sent: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const address = { id: lesson.courseId, contentId: lesson._id }
  const files = lesson.files ?? []

  async function attempt(work: () => Promise<{ message?: string | undefined }>, removing?: Element | null) {
    setProblem(null)
    try {
      const { message } = await withLogin(work)
      if (message) toast.success(message)
      if (removing) leaveRow(removing)
      await revalidate()
    } catch (error) {
      setProblem(fieldErrors(error)['file'] ?? describeFailure(error))
    }
  }
  async function upload(file: File) {
    const found = fileProblem(file, attachmentRules)
    if (found) return setProblem(found)
    const { name } = file
    setSending({ name, sent: 0 })
    const client = createSendingClient(sessions, (sent) => setSending({ name, sent }))
    await attempt(() => client.lessonFiles.addLessonFile({ ...address, file }))
    setSending(null)
  }
  async function remove({ _id, name }: { _id: string; name: string }) {
    const pressed = document.activeElement
    const isConfirmed = await askConfirm({
      title: `Hapus ${name}?`,
      text: 'Siswa tidak bisa mengunduhnya lagi.',
      confirmLabel: 'Hapus',
    })
    if (!isConfirmed) return
    setRemoving(_id)
    await attempt(() => authenticated.lessonFiles.deleteLessonFile({ ...address, fileId: _id }), pressed)
    setRemoving(null)
  }

  return (
    <section
      aria-labelledby={`${id}-title`}
      className="mt-8 grid max-w-[820px] gap-4 rounded-card border border-line bg-surface p-5"
    >
      <h2 id={`${id}-title`} className="text-lg font-extrabold">
        Berkas materi
      </h2>
      <p className="text-sm text-ink-2">Diunduh siswa di bawah materi. Langsung tersimpan.</p>
      {files.length > 0 ? (
        <ul className="grid gap-1">
          {files.map((file) => (
            <li key={file._id} className="flex items-center justify-between gap-3">
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{file.name}</span>
                <span className="block text-sm text-ink-3">{formatBytes(file.bytes)}</span>
              </span>
              <Button
                type="button"
                variant="ghost"
                size="sm"
                className="text-mengkudu!"
                busy={removing === file._id}
                onClick={() => void remove(file)}
                aria-label={`Hapus ${file.name}`}
              >
                Hapus
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-3">Belum ada berkas.</p>
      )}
      {files.length < maximumAttachments && (
        <FileField
          label="Tambah berkas"
          hint={`PDF, gambar, ZIP, teks, dokumen Office, atau audio, maksimal ${maximumAttachmentMegabytes} MB.`}
          accept={acceptDocuments(attachmentRules.extensions)}
          fileName={sending?.name ?? null}
          disabled={sending !== null || removing !== null}
          error={problem}
          onChoose={(file) => void upload(file)}
        />
      )}
      {sending && (
        <div className="grid gap-2">
          <ProgressBar percent={sending.sent * 100} label={`Pengiriman ${sending.name}`} />
          <p className="text-sm text-ink-2 tabular-nums">Terkirim {Math.floor(sending.sent * 100)}%</p>
        </div>
      )}
    </section>
  )
}
