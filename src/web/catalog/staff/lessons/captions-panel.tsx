import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { StaffLesson } from '#contract/catalog/authoring.ts'
import { captionMessages, maximumCaptionMegabytes } from '#contract/catalog/captions.ts'
import { fieldErrors } from '#contract/client.ts'
import { acceptCaptions } from '#contract/kit/media/picked-files.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { languageName } from '#web/catalog/video/captions.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { FileField } from '#web/kit/staff/file-field.tsx'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { SelectField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

const languages = ['id', 'en', 'jv', 'su', 'ms', 'ar', 'zh', 'ja', 'ko']

/** The captions of a video: a file a language. Saved at once, apart from the form of the lesson. */
export function CaptionsPanel({ lesson }: { lesson: StaffLesson }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [lang, setLang] = useState('id')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const id = useId()
  const address = { id: lesson.courseId, contentId: lesson._id }

  async function attempt(work: () => Promise<{ message?: string | undefined }>, removing?: Element | null) {
    setBusy(true)
    setProblem(null)
    try {
      const { message } = await withLogin(work)
      if (message) toast.success(message)
      if (removing) leaveRow(removing)
      await revalidate()
    } catch (error) {
      const fields = fieldErrors(error)
      setProblem(fields['file'] ?? fields['lang'] ?? describeFailure(error))
    } finally {
      setBusy(false)
      setFile(null)
    }
  }
  function upload() {
    if (!file) return setProblem(captionMessages.missing)
    void attempt(() => authenticated.captions.saveCaptions({ ...address, lang, file }))
  }
  async function remove(language: string) {
    const pressed = document.activeElement
    const isConfirmed = await askConfirm({
      title: `Hapus teks ${languageName(language)}?`,
      text: 'Siswa tidak melihatnya lagi. Simpan berkasnya kalau masih perlu.',
      confirmLabel: 'Hapus',
    })
    if (!isConfirmed) return
    await attempt(() => authenticated.captions.deleteCaptions({ ...address, lang: language }), pressed)
  }

  return (
    <section
      aria-labelledby={`${id}-title`}
      className="mt-8 grid max-w-[820px] gap-4 rounded-card border border-line bg-surface p-5"
    >
      <h2 id={`${id}-title`} className="text-lg font-extrabold">
        Teks video
      </h2>
      <p className="text-sm text-ink-2">
        {lesson.source === 'upload'
          ? 'Tampil di atas video dan sebagai transkrip yang bisa dicari.'
          : 'Tampil di bawah video YouTube sebagai transkrip yang mengikuti video dan bisa dicari.'}{' '}
        Satu berkas per bahasa, langsung tersimpan.
      </p>
      {lesson.captions && lesson.captions.length > 0 ? (
        <ul className="grid gap-1">
          {lesson.captions.map((language) => (
            <li key={language} className="flex items-center justify-between gap-3">
              <span className="font-semibold">{languageName(language)}</span>
              <Button
                type="button"
                variant="ghost"
                size="sm"
                className="text-mengkudu!"
                busy={busy}
                onClick={() => void remove(language)}
                aria-label={`Hapus teks ${languageName(language)}`}
              >
                Hapus
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-3">Belum ada teks.</p>
      )}
      <div className="grid gap-x-5 gap-y-3 sm:grid-cols-[12rem_1fr]">
        <SelectField label="Bahasa teks" value={lang} onChange={(event) => setLang(event.target.value)}>
          {languages.map((language) => (
            <option key={language} value={language}>
              {languageName(language)}
            </option>
          ))}
        </SelectField>
        <FileField
          label="Berkas .vtt atau .srt"
          hint={`Teks dengan waktu, maksimal ${maximumCaptionMegabytes} MB. Berkas .sbv dari YouTube juga bisa.`}
          accept={acceptCaptions}
          fileName={file?.name ?? null}
          disabled={busy}
          error={problem}
          onChoose={(chosen) => {
            setProblem(null)
            setFile(chosen)
          }}
        />
      </div>
      <Button type="button" className="justify-self-end" busy={busy} onClick={upload}>
        Unggah teks
      </Button>
    </section>
  )
}
