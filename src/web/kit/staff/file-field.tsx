import Upload from 'lucide-react/icons/upload'
import { useId } from 'react'
import { classNames } from '#web/kit/ui/class-names.ts'
import { DropZone } from '#web/kit/ui/drop-zone.tsx'
import { FieldError } from '#web/kit/ui/field.tsx'

type Props = {
  label: string
  /** The kinds of files that are accepted and their largest size, said before a file is chosen. */
  hint: string
  /** As of a file input. */
  accept: string
  /** The chosen file; null before. */
  fileName: string | null
  error: string | null
  disabled?: boolean
  multiple?: boolean
  /** `all` has several only where several can be chosen. */
  onChoose: (file: File, all: readonly File[]) => void
}

/** One file or several, dropped or picked. */
export function FileField({
  label,
  hint,
  accept,
  fileName,
  error,
  disabled = false,
  multiple = false,
  onChoose,
}: Props) {
  const id = useId()
  const choose = (files: readonly File[]) => {
    const [first] = files
    if (first && !disabled) onChoose(first, multiple ? files : [first])
  }
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <DropZone hasError={error !== null} className="relative" onDrop={choose}>
        <label
          htmlFor={id}
          className={classNames(
            'flex min-h-16 flex-col items-center justify-center gap-1 text-center',
            disabled ? 'cursor-not-allowed opacity-55' : 'cursor-pointer',
          )}
        >
          <Upload aria-hidden className="size-6 text-nila" />
          <span className="font-bold">{fileName === null ? 'Pilih berkas' : 'Pilih berkas lain'}</span>
          <span className="text-sm text-ink-3">atau seret ke sini</span>
          {fileName !== null && <span className="mt-1 text-sm font-semibold wrap-anywhere">{fileName}</span>}
        </label>
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          aria-describedby={`${id}-hint${error === null ? '' : ` ${id}-error`}`}
          aria-invalid={error === null ? undefined : true}
          className="sr-only"
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])]
            // A corrected file has the same name, and can be chosen again.
            event.currentTarget.value = ''
            choose(files)
          }}
        />
        <p id={`${id}-hint`} className="mt-1 text-center text-sm text-ink-3">
          {hint}
        </p>
      </DropZone>
      <div className="messages min-h-7">
        {error !== null && (
          <FieldError id={`${id}-error`} role="alert">
            {error}
          </FieldError>
        )}
      </div>
    </div>
  )
}
