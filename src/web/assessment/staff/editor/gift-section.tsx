import { useState } from 'react'
import { failureCode, failureData, fieldErrors } from '#contract/client.ts'
import { acceptQuestions } from '#contract/kit/media/picked-files.ts'
import type { ImportedEssay, StaffQuiz } from '#contract/assessment/quiz-authoring.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { DownloadButton } from '#web/kit/staff/lists/download-button.tsx'
import { FaultyRowsButton } from '#web/kit/staff/lists/faulty-rows-button.tsx'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { FileField } from '#web/kit/staff/file-field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { EssayOffer } from './essay-offer.tsx'

/** A file with mistakes: how many questions have none, and the others as GIFT. */
type Rejected = { file: File; usable: number; faulty: string | null }

type Props = {
  courseId: string
  quiz: StaffQuiz
  /** Unsaved questions are neither exported nor may an import overtake them. */
  isDirty: boolean
  /** While a file is imported; the form above cannot be used then. */
  isBusy: boolean
  onBusy: (isBusy: boolean) => void
  onImported: (saved: StaffQuiz) => void
}

/** Questions from and for other programs, as a GIFT or Moodle XML file. */
export function GiftSection({ courseId: id, quiz, isDirty, isBusy, onBusy, onImported }: Props) {
  const { authenticated } = useApi()
  const lessonId = quiz.contentId
  const [error, setError] = useState<string | null>(null)
  const [notes, setNotes] = useState<{ line: number; message: string }[]>([])
  const [essays, setEssays] = useState<ImportedEssay[]>([])
  const [rejected, setRejected] = useState<Rejected | null>(null)

  async function send(file: File, { skipMistakes = false } = {}) {
    onBusy(true)
    setError(null)
    setRejected(null)
    setNotes([])
    setEssays([])
    try {
      const {
        data: { notes: found, essays: offered, ...data },
        message,
      } = await withLogin(() =>
        authenticated.quizAuthoring.importGift({ id, contentId: lessonId, file, skipMistakes: `${skipMistakes}` }),
      )
      setNotes(found)
      setEssays(offered)
      onImported(data)
      toast.success(message ?? 'Soal ditambahkan.')
    } catch (failure) {
      setError(fieldErrors(failure)['file'] ?? describeFailure(failure))
      if (failureCode(failure) === 'GIFT_MISTAKES')
        setRejected({ file, ...failureData<'quizAuthoring', 'importGift', 'GIFT_MISTAKES'>(failure) })
    } finally {
      onBusy(false)
    }
  }
  return (
    <section aria-labelledby="gift" className="mt-8 grid gap-3 border-t border-line pt-6">
      <h2 id="gift" className="text-lg font-bold">
        Berkas soal
      </h2>
      <p className="max-w-[65ch] text-sm text-ink-2">
        Dari Moodle dan aplikasi lain: Moodle XML membawa gambarnya, GIFT hanya teks. Soal dari berkas ditambahkan di
        akhir. Soal urutan tidak ada di GIFT: di aplikasi lain tampil sebagai pasangan.
        {isDirty && ' Simpan dulu sebelum impor atau ekspor.'}
      </p>
      <FileField
        label="Impor GIFT atau Moodle XML"
        hint="Berkas Moodle XML (.xml, maksimal 16 MB), GIFT, atau Aiken (.gift atau .txt, maksimal 1 MB)."
        accept={acceptQuestions}
        fileName={null}
        disabled={isDirty || isBusy}
        error={error}
        onChoose={(file) => void send(file)}
      />
      <div role="status" className="text-sm text-ink-2">
        {isBusy && 'Berkas sedang dibaca. Sesudahnya, soal di atas bisa diubah lagi.'}
      </div>
      {rejected && (
        <div className="flex flex-wrap gap-3">
          {rejected.usable > 0 && (
            <Button
              type="button"
              size="sm"
              busy={isBusy}
              disabled={isDirty}
              onClick={() => void send(rejected.file, { skipMistakes: true })}
            >
              Tambahkan {rejected.usable} yang benar, lewati sisanya
            </Button>
          )}
          {rejected.faulty && (
            <FaultyRowsButton text={rejected.faulty} name="soal-bermasalah.gift.txt" type="text/plain" />
          )}
        </div>
      )}
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
      <EssayOffer courseId={id} quiz={quiz} essays={essays} />
      <div className="flex flex-wrap gap-3">
        <DownloadButton
          load={async () => authenticated.quizAuthoring.exportGift({ id, contentId: lessonId, format: 'xml' })}
        >
          Ekspor Moodle XML
        </DownloadButton>
        <DownloadButton load={async () => authenticated.quizAuthoring.exportGift({ id, contentId: lessonId })}>
          Ekspor GIFT
        </DownloadButton>
      </div>
    </section>
  )
}
