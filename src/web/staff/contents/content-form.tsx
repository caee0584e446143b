import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useRef, useState, type ReactNode } from 'react'
import { Controller, useForm, useWatch, type Resolver } from 'react-hook-form'
import type { ContentType } from '#contract/catalog.ts'
import { failureCode, fieldErrors } from '#contract/client.ts'
import { newContentInput } from '#contract/content-form.ts'
import { formatMoment } from '#web/staff-kit/dates.ts'
import { useLocalDraft } from '#web/staff-kit/use-local-draft.ts'
import { ArticleField } from '#web/staff-kit/editor/article-field.tsx'
import { StaleActions } from '#web/staff-kit/stale-actions.tsx'
import { useSaveShortcut } from '#web/staff-kit/use-save-shortcut.ts'
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts'
import { withLogin } from '#web/staff-kit/with-login.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckboxField, FormError, SelectField, TextField } from '#web/ui/field.tsx'
import { showLoading } from '#web/ui/loading-overlay.tsx'
import { YoutubeField } from './youtube-field.tsx'

export type ContentValues = { courseId: string; title: string; type: ContentType | ''; youtubeId: string; text: string; isPreview: boolean }

type Props = {
  initial: ContentValues
  /** Name of the local draft on this device. */
  draftName: string
  submitLabel: string
  onSave: (values: ContentValues & { type: ContentType }) => Promise<void>
  onSaved: () => void
  /** Reports a failure, and returns its text for the message above the form. */
  onFailure: (error: unknown) => string
  /** Beside the submit button. */
  children?: ReactNode
}

/** The content form: title, type, and the fields of that type. */
export function ContentForm({ initial, draftName, submitLabel, onSave, onSaved, onFailure, children }: Props) {
  const form = useForm<ContentValues>({
    resolver: standardSchemaResolver(newContentInput as never) as unknown as Resolver<ContentValues>,
    defaultValues: initial,
    mode: 'onTouched',
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const values = useWatch({ control: form.control }) as ContentValues
  const [failure, setFailure] = useState<{ text: string; isStale: boolean } | null>(null)
  // A new round remounts the editor with the text of a restored draft.
  const [editorStart, setEditorStart] = useState({ round: 0, html: initial.text })
  const saved = useRef(false)
  const draft = useLocalDraft(draftName, values, isDirty)
  const [isOffered, setOffered] = useState(draft.found !== null)
  useUnsavedGuard(() => isDirty && !saved.current)

  async function save() {
    setFailure(null)
    const endLoading = showLoading()
    try {
      await withLogin(() => onSave(form.getValues() as ContentValues & { type: ContentType }))
    } catch (error) {
      for (const [name, message] of Object.entries(fieldErrors(error)))
        if (name in initial) form.setError(name as keyof ContentValues, { message }, { shouldFocus: true })
      setFailure({ text: onFailure(error), isStale: failureCode(error) === 'STALE' })
      return
    } finally {
      endLoading()
    }
    saved.current = true
    draft.remove()
    onSaved()
  }
  const submit = () => form.handleSubmit(save)()
  useSaveShortcut(() => void submit())

  /** Stores the draft first; the reloaded page offers to restore it. */
  function reload() {
    draft.saveNow()
    saved.current = true
    location.reload()
  }

  function restoreDraft() {
    if (!draft.found) return
    const restored = { ...draft.found.values, courseId: initial.courseId }
    for (const [name, value] of Object.entries(restored)) form.setValue(name as keyof ContentValues, value, { shouldDirty: true })
    setEditorStart(({ round }) => ({ round: round + 1, html: restored.text }))
    setOffered(false)
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="grid max-w-[820px] gap-5"
    >
      <FormError>
        {failure && (
          <>
            {failure.text}
            {failure.isStale && <StaleActions onReload={reload} />}
          </>
        )}
      </FormError>
      {isOffered && draft.found && (
        <div role="status" className="flex flex-wrap items-center justify-between gap-3 rounded-field bg-info-50 px-4 py-3 text-info">
          <p className="font-semibold">Ada isian yang belum disimpan dari {formatMoment(draft.found.savedAt)}.</p>
          <span className="flex gap-2">
            <Button type="button" size="sm" onClick={restoreDraft}>
              Pulihkan
            </Button>
            <Button
              type="button"
              size="sm"
              variant="outline"
              onClick={() => {
                draft.remove()
                setOffered(false)
              }}
            >
              Buang
            </Button>
          </span>
        </div>
      )}
      <TextField label="Judul" required maxLength={200} autoComplete="off" error={errors.title?.message} {...form.register('title')} />
      <SelectField label="Tipe Konten" required error={errors.type?.message} {...form.register('type')}>
        <option value="">-- Pilih Tipe Konten --</option>
        <option value="video">Video</option>
        <option value="text">Artikel</option>
      </SelectField>
      {values.type === 'video' && (
        <Controller
          control={form.control}
          name="youtubeId"
          render={({ field }) => (
            <YoutubeField value={field.value} title={values.title} error={errors.youtubeId?.message} onChange={field.onChange} onBlur={field.onBlur} />
          )}
        />
      )}
      {values.type === 'text' && (
        <ArticleField
          key={editorStart.round}
          label="Isi Artikel"
          initialHtml={editorStart.round === 0 ? values.text : editorStart.html}
          error={errors.text?.message}
          onChange={(html) => form.setValue('text', html, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
        />
      )}
      <CheckboxField label="Preview" hint="Materi contoh: terbuka untuk semua orang, tanpa mendaftar." {...form.register('isPreview')} />
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-bg px-4 py-3 md:static md:mx-0 md:border-0 md:bg-transparent md:p-0">
        <Button type="submit" busy={isSubmitting}>
          {submitLabel}
        </Button>
        {children}
        <p role="status" className="text-sm text-ink-3">
          {draft.savedAt !== null && isDirty && `Tersimpan di perangkat ini ${formatMoment(draft.savedAt)}`}
        </p>
      </div>
    </form>
  )
}
