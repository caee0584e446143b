import { useState } from 'react'
import { fieldErrors } from '#contract/kit/client.ts'
import type { StaffQuiz } from '#contract/assessment/quiz-authoring.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { DownloadButton } from '#web/kit/staff/lists/download-button.tsx'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { FileField } from '#web/kit/staff/file-field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

type Props = {
  courseId: string
  lessonId: string
  /** Unsaved questions are neither exported nor may an import overtake them. */
  isDirty: boolean
  onImported: (saved: StaffQuiz) => void
}

/** Questions from and for other programs, as a GIFT file. */
export function GiftSection({ courseId: id, lessonId, isDirty, onImported }: Props) {
  const { authenticated } = useApi()
  const [error, setError] = useState<string | null>(null)
  const [notes, setNotes] = useState<{ line: number; message: string }[]>([])
  const [isBusy, setBusy] = useState(false)

  async function send(file: File) {
    setBusy(true)
    setError(null)
    setNotes([])
    try {
      const {
        data: { notes: found, ...data },
        message,
      } = await withLogin(() => authenticated.quizAuthoring.importGift({ id, contentId: lessonId, file }))
      setNotes(found)
      onImported(data)
      toast.success(message ?? 'Pertanyaan ditambahkan.')
    } catch (failure) {
      setError(fieldErrors(failure)['file'] ?? describeFailure(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="gift" className="mt-8 grid gap-3 border-t border-line pt-6">
      <h2 id="gift" className="text-lg font-bold">
        Berkas GIFT
      </h2>
      <p className="max-w-[65ch] text-sm text-ink-2">
        Format soal dari Moodle dan aplikasi lain. Soal dari berkas ditambahkan di akhir. Soal urutan tidak ada di GIFT: di aplikasi lain tampil sebagai
        pasangan.
        {isDirty && ' Simpan dulu sebelum impor atau ekspor.'}
      </p>
      <FileField
        label="Impor GIFT"
        hint="Berkas .gift atau .txt, maksimal 1 MB."
        accept=".gift,.txt,text/plain"
        fileName={null}
        disabled={isDirty || isBusy}
        error={error}
        onChoose={(file) => void send(file)}
      />
      {notes.length > 0 && (
        <div role="status" className="grid gap-2 rounded-field bg-sunken p-3.5 text-sm">
          <p className="font-semibold">Periksa baris berikut di berkasmu:</p>
          <ul className="grid list-disc gap-1 pl-5 wrap-anywhere">
            {notes.slice(0, 100).map(({ line, message }, index) => (
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                Baris {line}: {message}.
              </li>
            ))}
            {notes.length > 100 && <li>dan {notes.length - 100} catatan lain.</li>}
          </ul>
        </div>
      )}
      <div>
        <DownloadButton load={async () => authenticated.quizAuthoring.exportGift({ id, contentId: lessonId })}>Ekspor GIFT</DownloadButton>
      </div>
    </section>
  )
}
