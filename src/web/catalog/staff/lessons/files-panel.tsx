import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { StaffLesson } from '#contract/catalog/authoring.ts'
import { attachmentRules, fileProblem, maximumAttachments } from '#contract/assessment/assignment-values.ts'
import { fieldErrors } from '#contract/kit/client.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { FileField } from '#web/kit/staff/file-field.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** The files that students download with a lesson. Saved at once, apart from the form of the lesson. */
export function FilesPanel({ lesson }: { lesson: StaffLesson }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const address = { id: lesson.courseId, contentId: lesson._id }
  const files = lesson.files ?? []

  async function attempt(what: string, work: () => Promise<{ message?: string | undefined }>) {
    setBusy(what)
    setProblem(null)
    try {
      const { message } = await withLogin(work)
      if (message) toast.success(message)
      await revalidate()
    } catch (error) {
      setProblem(fieldErrors(error)['file'] ?? describeFailure(error))
    } finally {
      setBusy(null)
    }
  }
  function upload(file: File) {
    const found = fileProblem(file, attachmentRules)
    if (found) setProblem(found)
    else void attempt(file.name, () => authenticated.lessonFiles.addLessonFile({ ...address, file }))
  }
  async function remove({ _id, name }: { _id: string; name: string }) {
    const isConfirmed = await askConfirm({ title: `Hapus ${name}?`, text: 'Siswa tidak bisa mengunduhnya lagi.', confirmLabel: 'Hapus' })
    if (isConfirmed) await attempt(_id, () => authenticated.lessonFiles.deleteLessonFile({ ...address, fileId: _id }))
  }

  return (
    <section aria-labelledby={`${id}-title`} className="mt-8 grid max-w-[820px] gap-4 rounded-card border border-line bg-surface p-5">
      <h2 id={`${id}-title`} className="text-lg font-extrabold">
        Berkas materi
      </h2>
      <p className="text-sm text-ink-2">Diunduh siswa di bawah materi. Langsung tersimpan.</p>
      {files.length > 0 ? (
        <ul className="grid gap-1">
          {files.map((file) => (
            <li key={file._id} className="flex items-center justify-between gap-3">
              <span className="min-w-0 font-semibold wrap-anywhere">{file.name}</span>
              <Button
                type="button"
                variant="ghost"
                size="sm"
                className="text-mengkudu!"
                busy={busy === file._id}
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
          hint="PDF, gambar, ZIP, teks, dokumen Office, atau audio, maksimal 50 MB."
          accept={attachmentRules.extensions.map((extension) => `.${extension}`).join(',')}
          fileName={busy}
          disabled={busy !== null}
          error={problem}
          onChoose={upload}
        />
      )}
    </section>
  )
}
