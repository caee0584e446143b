import ImageUp from 'lucide-react/icons/image-up'
import { useEffect, useId, useState } from 'react'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import { imageHint, imageMessages, imageProblem, acceptImages } from '#contract/kit/media/images.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { classNames } from '#web/kit/ui/class-names.ts'
import { DropZone } from '#web/kit/ui/drop-zone.tsx'
import { FieldError } from '#web/kit/ui/field.tsx'

type Props = {
  files: File[]
  /** URL of the current picture of an existing course. */
  current: string | null
  error: string | undefined
  required: boolean
  onChange: (files: File[]) => void
  /** Called when the browser cannot decode the file as a picture. */
  onBroken: (message: string) => void
}

/** One picture, dropped or picked, with a preview before the upload. */
export function ThumbnailField({ files, current, error, required, onChange, onBroken }: Props) {
  const id = useId()
  const preview = useObjectUrl(files)
  const src = preview ?? (files.length === 0 ? current : null)

  return (
    <div>
      <div className="mb-1.5 flex gap-1 text-sm font-semibold">
        <label htmlFor={id}>Thumbnail</label>
        {required && (
          <span aria-hidden="true" title="Wajib diisi" className="text-mengkudu">
            *
          </span>
        )}
      </div>
      <DropZone
        hasError={Boolean(error)}
        className="relative grid gap-4 grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] sm:items-center"
        onDrop={onChange}
      >
        <Picture key={src} src={src} onBroken={() => preview && onBroken(imageMessages.notAnImage)} />
        <div className="text-sm">
          <p className="font-semibold">Seret gambar ke sini, atau pilih berkas</p>
          <p id={`${id}-hint`} className="mt-1 text-ink-3">
            {imageHint} Disarankan 1280×720.
          </p>
          {files.length > 0 && (
            <p className="mt-1 wrap-anywhere text-ink-2">
              {files.map((file) => `${file.name} (${formatBytes(file.size)})`).join(', ')}
            </p>
          )}
          <input
            id={id}
            type="file"
            multiple
            accept={acceptImages}
            aria-required={required || undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={classNames(error && `${id}-error`, `${id}-hint`)}
            onChange={(event) => {
              const chosen = [...(event.currentTarget.files ?? [])]
              // A corrected file has the same name, and can be chosen again.
              event.currentTarget.value = ''
              onChange(chosen)
            }}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          {files.length > 0 && (
            <Button
              type="button"
              variant="outline"
              size="sm"
              className="relative z-10 mt-3"
              onClick={() => onChange([])}
            >
              Batalkan pilihan
            </Button>
          )}
        </div>
      </DropZone>
      <div className="messages min-h-7">
        {error && (
          <FieldError id={`${id}-error`} role="alert">
            {error}
          </FieldError>
        )}
      </div>
    </div>
  )
}

function Picture({ src, onBroken }: { src: string | null; onBroken: () => void }) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [isBroken, setBroken] = useState(false)
  if (!src || isBroken) {
    return (
      <div className="grid aspect-video place-items-center rounded-chip bg-sunken text-ink-3">
        <ImageUp aria-hidden className="size-8" />
      </div>
    )
  }
  return (
    <figure>
      <img
        src={src}
        alt="Pratinjau thumbnail"
        onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
        onError={() => {
          setBroken(true)
          onBroken()
        }}
        className="aspect-video w-full rounded-chip bg-sunken object-cover"
      />
      {size && src.startsWith('blob:') && (
        <figcaption className="mt-1 text-xs text-ink-3">
          {size.width}×{size.height}
          {advice(size)}
        </figcaption>
      )}
    </figure>
  )
}

function advice({ width, height }: { width: number; height: number }): string {
  if (width < 1280) return ' · agak kecil, bisa tampak buram'
  return Math.abs(width / height - 16 / 9) > 0.02 ? ' · tepinya akan terpotong ke 16:9' : ' · pas'
}

/** Object URL of the chosen picture, revoked when another one is chosen. */
export function useObjectUrl(files: readonly File[]): string | null {
  const [src, setSrc] = useState<string | null>(null)
  const file = files.length === 1 ? files[0] : undefined
  useEffect(() => {
    if (!file || imageProblem(file)) {
      setSrc(null)
      return
    }
    const url = URL.createObjectURL(file)
    setSrc(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return src
}
