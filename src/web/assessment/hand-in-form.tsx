import Paperclip from 'lucide-react/icons/paperclip'
import Trash2 from 'lucide-react/icons/trash-2'
import { useId, useRef } from 'react'
import {
  maximumFileMegabytes,
  maximumFiles,
  maximumLinkLength,
  maximumTextLength,
  submissionRules,
} from '#contract/assessment/assignment-values.ts'
import { formatBytes } from '#contract/kit/format/bytes.ts'
import { acceptDocuments } from '#contract/kit/media/document-kinds.ts'
import { useUnsavedGuard } from '#web/identity/session/use-unsaved-guard.ts'
import { focusInvalid } from '#web/kit/ui/behaviour/focus-invalid.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { DropZone } from '#web/kit/ui/drop-zone.tsx'
import { FormError, TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import type { HandIn } from './use-hand-in.ts'

/** Text, link and files of the next version. */
export function HandInForm({ handIn, submitLabel }: { handIn: HandIn; submitLabel: string }) {
  const { draft, errors, failure, files, progress } = handIn
  const form = useRef<HTMLFormElement>(null)
  useUnsavedGuard(() => files.length > 0 && !handIn.areFilesStored, {
    text: 'Tinggalkan halaman? Tulisanmu tersimpan di perangkat ini, tetapi berkasnya perlu dipilih lagi.',
    withQuery: true,
  })

  async function send() {
    // The first field with an error is focused once it is marked.
    if (!(await handIn.send())) requestAnimationFrame(() => focusInvalid(form.current))
  }
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextAreaField
        label="Jawaban"
        rows={8}
        maxLength={maximumTextLength}
        value={draft.text}
        error={errors.text}
        onChange={(event) => handIn.type({ text: event.currentTarget.value })}
      />
      <TextField
        label="Tautan"
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="Misalnya ke karya di Figma, GitHub, atau Google Drive"
        maxLength={maximumLinkLength}
        value={draft.link}
        error={errors.link}
        onChange={(event) => handIn.type({ link: event.currentTarget.value })}
      />
      <Files handIn={handIn} />
      <div className="mt-2 grid gap-3 print:hidden">
        <FormError>{failure}</FormError>
        {progress !== null && <ProgressBar percent={progress * 100} label="Mengirim tugas" />}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" size="lg" busy={progress !== null}>
            {submitLabel}
          </Button>
          <p role="status" className="text-sm text-ink-3">
            {progress !== null ? 'Mengirim… jangan tutup halaman ini dulu.' : describeStored(handIn)}
          </p>
        </div>
        <p className="text-sm text-ink-3">
          Mengumpulkan perlu internet. Tulisanmu tetap tersimpan kalau koneksi terputus.
        </p>
      </div>
    </form>
  )
}

function describeStored({ isStored, files, areFilesStored }: HandIn): string {
  if (files.length > 0 && areFilesStored)
    return isStored ? 'Tulisan dan berkasmu tersimpan di perangkat ini.' : 'Berkasmu tersimpan di perangkat ini.'
  return isStored ? 'Tulisanmu tersimpan di perangkat ini.' : ''
}

function Files({ handIn: { files, errors, add, remove, progress } }: { handIn: HandIn }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div role="group" aria-labelledby={`${id}-label`} className="grid gap-2">
      <p id={`${id}-label`} className="text-sm font-semibold">
        Berkas ({files.length} dari {maximumFiles})
      </p>
      {files.length > 0 && (
        <ul className="grid gap-2">
          {files.map(({ key, file, problem }) => (
            <li
              key={key}
              className="flex flex-wrap items-center gap-x-3 rounded-field border border-line bg-surface py-1 pr-1 pl-3.5"
            >
              <span className="min-w-0 flex-1 py-1.5">
                <span className="font-semibold wrap-anywhere">{file.name}</span>{' '}
                <span className="text-sm text-ink-3">{formatBytes(file.size)}</span>
                {problem && <span className="block text-sm font-semibold text-mengkudu">{problem}</span>}
              </span>
              <Button
                type="button"
                variant="ghost"
                size="sm"
                className="text-mengkudu!"
                disabled={progress !== null}
                onClick={() => {
                  remove(key)
                  input.current?.focus()
                }}
              >
                <Trash2 aria-hidden className="size-4" />
                <span className="sr-only">Hapus {file.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <DropZone hasError={Boolean(errors.files)} className="print:hidden" onDrop={add}>
        <label className="flex min-h-11 cursor-pointer flex-wrap items-center justify-center gap-x-2 text-center">
          <Paperclip aria-hidden className="size-5 text-nila" />
          <span className="font-bold">Pilih berkas</span>
          <span className="text-sm text-ink-3">atau seret ke sini</span>
          <input
            ref={input}
            type="file"
            multiple
            accept={acceptDocuments(submissionRules.extensions)}
            className="sr-only"
            aria-describedby={`${id}-hint ${id}-error`}
            {...(errors.files && { 'aria-invalid': true })}
            disabled={progress !== null}
            onChange={(event) => {
              add([...(event.currentTarget.files ?? [])])
              // The same file may be chosen again after it was removed.
              event.currentTarget.value = ''
            }}
          />
        </label>
      </DropZone>
      <p id={`${id}-error`} role="alert" className="text-sm font-semibold text-mengkudu">
        {errors.files}
      </p>
      <p id={`${id}-hint`} className="text-sm text-ink-3 print:hidden">
        Maksimal {maximumFiles} berkas, masing-masing {maximumFileMegabytes} MB: PDF, PNG, JPG, ZIP, TXT, MD, DOCX,
        XLSX, PPTX.
      </p>
    </div>
  )
}
