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
  const [isBusy, setBusy] = useState(false)

  async function send(file: File) {
    setBusy(true)
    setError(null)
    try {
      const { data, message } = await withLogin(() => authenticated.quizAuthoring.importGift({ id, contentId: lessonId, file }))
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
      <div>
        <DownloadButton load={async () => authenticated.quizAuthoring.exportGift({ id, contentId: lessonId })}>Ekspor GIFT</DownloadButton>
      </div>
    </section>
  )
}
