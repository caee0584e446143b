import ImagePlus from 'lucide-react/icons/image-plus'
import { useId, useRef } from 'react'
import { imageHint, acceptImages } from '#contract/kit/media/images.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { useImageUpload } from './use-image-upload.ts'

type Props = {
  label: string
  /** URL of the uploaded picture, or null. */
  value: string | null
  onChange: (value: string | null) => void
  /** Shown when no picture is uploaded. */
  fallback?: string
  hint?: string
  error?: string | undefined
  shape?: 'wide' | 'square'
}

/** One picture, uploaded as soon as it is chosen. */
export function PictureField({ label, value, onChange, fallback, hint, error, shape = 'wide' }: Props) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const { upload, uploading, problem } = useImageUpload()
  const shown = value ?? fallback
  const message = problem ?? error
  const box = shape === 'wide' ? 'aspect-video w-44 max-w-full' : 'size-24'

  async function choose(file: File | undefined) {
    const picture = file && (await upload(file))
    if (picture) onChange(picture.url)
  }

  return (
    <div role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className="mb-1.5 text-sm font-semibold">
        {label}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        {shown ? (
          <img
            src={shown}
            alt=""
            className={classNames(
              box,
              'rounded-field border border-line',
              shape === 'wide' ? 'object-cover' : 'bg-surface object-contain p-2',
            )}
          />
        ) : (
          <span
            className={classNames(
              box,
              'grid place-items-center rounded-field border border-dashed border-border text-ink-3',
            )}
          >
            <ImagePlus aria-hidden className="size-6" />
          </span>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="button" variant="outline" size="sm" busy={uploading} onClick={() => picker.current?.click()}>
            {value ? 'Ganti gambar' : 'Pilih gambar'}
          </Button>
          {value && (
            <Button type="button" variant="ghost" size="sm" className="text-mengkudu!" onClick={() => onChange(null)}>
              Hapus gambar
            </Button>
          )}
        </div>
      </div>
      <input
        ref={picker}
        type="file"
        accept={acceptImages}
        hidden
        aria-label={label}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0])
          event.currentTarget.value = ''
        }}
      />
      <div className="messages min-h-7 text-sm">
        <p className={classNames('mt-1.5', message ? 'invisible' : 'text-ink-3')}>
          {hint} {imageHint}
        </p>
        {message && (
          <p role="alert" className="mt-1.5 font-semibold text-mengkudu">
            {message}
          </p>
        )}
      </div>
    </div>
  )
}
