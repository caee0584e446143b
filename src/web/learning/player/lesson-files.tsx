import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { lessonFilesContract } from '#contract/catalog/lesson-files.ts'
import { registerContract } from '#contract/client.ts'
import type { LessonSummary } from '#contract/catalog/catalog.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { downloadFile } from '#web/kit/ui/download-file.ts'

registerContract({ lessonFiles: lessonFilesContract })

const size = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('id-ID')} KB`
    : `${(bytes / 1024 / 1024).toLocaleString('id-ID', { maximumFractionDigits: 1 })} MB`
const kindOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toUpperCase()

/** The files of a lesson, each with kind and size. */
export default function LessonFiles({ lesson }: { lesson: LessonSummary }) {
  const { authenticated } = useApi()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function save({ _id, name }: { _id: string; name: string }) {
    if (busy === _id) return
    setBusy(_id)
    setProblem(null)
    try {
      const { body } = await withLogin(() =>
        authenticated.lessonFiles.downloadLessonFile({ id: lesson.courseId, contentId: lesson._id, fileId: _id }),
      )
      downloadFile(new File([body], name, { type: body.type }))
    } catch {
      setProblem('Berkas belum bisa diunduh. Periksa koneksi, lalu coba lagi.')
    } finally {
      setBusy(null)
    }
  }

  return (
    <section aria-labelledby="berkas-materi" className="mt-6 print:hidden">
      <h2 id="berkas-materi" className="text-lg font-extrabold">
        Berkas materi
      </h2>
      <ul className="mt-2 grid gap-2">
        {lesson.files?.map((file) => (
          <li key={file._id}>
            <button
              type="button"
              // Disabled, it would lose the focus.
              aria-disabled={busy === file._id}
              onClick={() => void save(file)}
              className="flex min-h-11 w-full items-center gap-3 rounded-card border border-line bg-surface px-4 py-2 text-left hover:border-nila"
            >
              <Download aria-hidden className="size-5 shrink-0 text-nila" />
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{file.name}</span>
                <span className="block text-sm text-ink-3">
                  {busy === file._id ? 'Mengunduh…' : `${kindOf(file.name)} · ${size(file.bytes)}`}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 text-sm text-mengkudu empty:hidden">
        {problem}
      </p>
    </section>
  )
}
