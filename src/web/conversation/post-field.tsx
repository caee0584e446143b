import ImagePlus from 'lucide-react/icons/image-plus'
import { useId, useRef, useState } from 'react'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { imageHint, imageLimits, imageProblem, acceptImages } from '#contract/kit/media/images.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { pictureToUpload } from '#web/kit/ui/picture-to-upload.ts'
import { Prose } from '#web/kit/ui/prose.tsx'
import { describePicture, pictureMarkdown } from './describe-picture.ts'

type Props = {
  courseId: string
  label: string
  value: string
  error?: string | undefined
  /** Takes how the text of that moment changes: a picture may arrive after more was typed. */
  onChange: (edit: (now: string) => string) => void
}

/** Text with Markdown: shows how it will look, and takes pictures. */
export function PostField({ courseId, label, value, error, onChange }: Props) {
  const [isPreviewed, setPreviewed] = useState(false)
  const { problem, isUploading, upload } = usePicture(courseId)
  /** The one that was added last, and what was said of it. */
  const [picture, setPicture] = useState<{ url: string; description: string } | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const fileId = useId()

  async function choose(chosen: File | undefined) {
    if (file.current) file.current.value = ''
    const url = chosen && (await upload(chosen))
    if (!url) return
    onChange((now) => `${now}${now === '' || now.endsWith('\n') ? '' : '\n\n'}${pictureMarkdown(url)}\n`)
    setPicture({ url, description: '' })
  }
  function describe(url: string, description: string) {
    setPicture({ url, description })
    onChange((now) => describePicture(now, url, description))
  }

  return (
    <div className="grid gap-2">
      <div hidden={isPreviewed}>
        <TextAreaField
          label={label}
          rows={5}
          hint="Boleh memakai Markdown. Kode di antara tiga tanda ` berwarna."
          error={error}
          value={value}
          onChange={({ target }) => onChange(() => target.value)}
        />
      </div>
      {isPreviewed && <Preview courseId={courseId} text={value} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="button"
          variant="outline"
          size="sm"
          aria-pressed={isPreviewed}
          disabled={value.trim() === ''}
          onClick={() => setPreviewed(!isPreviewed)}
        >
          {isPreviewed ? 'Tulis lagi' : 'Pratinjau'}
        </Button>
        {/* Pressed through the button, which screen readers and keyboards reach. */}
        <input
          ref={file}
          id={fileId}
          type="file"
          accept={acceptImages}
          hidden
          aria-label="Pilih gambar"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        <Button
          type="button"
          variant="outline"
          size="sm"
          title={`Gambar: ${imageHint}`}
          busy={isUploading}
          onClick={() => file.current?.click()}
        >
          <ImagePlus aria-hidden className="size-4" /> Tambah gambar
        </Button>
      </div>
      {picture && value.includes(picture.url) && (
        <TextField
          label="Apa yang terlihat di gambar tadi?"
          hint="Dibacakan untuk yang tidak bisa melihat gambarnya. Boleh kosong."
          maxLength={200}
          autoComplete="off"
          value={picture.description}
          onChange={({ target }) => describe(picture.url, target.value)}
        />
      )}
      {problem && (
        <p role="alert" className="text-sm font-semibold text-mengkudu">
          {problem}
        </p>
      )}
    </div>
  )
}

function Preview({ courseId, text }: { courseId: string; text: string }) {
  const { authenticated } = useApi()
  const preview = useRemote(
    text,
    async (signal) => (await authenticated.questions.previewPost({ id: courseId, text }, { signal })).data.html,
  )
  return (
    <section
      aria-label="Pratinjau"
      aria-live="polite"
      className="min-h-24 rounded-field border border-dashed border-border p-3.5"
    >
      {preview.status === 'loading' && <p className="text-ink-3">Menyiapkan pratinjau…</p>}
      {preview.status === 'failed' && (
        <LoadFailure onRetry={preview.reload}>
          {serverMessage(preview.error) ?? 'Pratinjau butuh koneksi. Tulisanmu tetap tersimpan.'}
        </LoadFailure>
      )}
      {preview.status === 'loaded' && <Prose html={preview.data} />}
    </section>
  )
}

function usePicture(courseId: string) {
  const { authenticated } = useApi()
  const [isUploading, setUploading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function upload(chosen: File): Promise<string | null> {
    setUploading(true)
    try {
      const image = await pictureToUpload(chosen, imageLimits)
      const known = imageProblem(image)
      setProblem(known)
      if (known) return null
      return (await withLogin(() => authenticated.questions.uploadPostPicture({ id: courseId, image }))).data.url
    } catch (error) {
      setProblem(
        fieldErrors(error)['image'] ??
          serverMessage(error) ??
          'Gambar belum terkirim. Periksa koneksimu, lalu coba lagi.',
      )
      return null
    } finally {
      setUploading(false)
    }
  }
  return { isUploading, problem, upload }
}
