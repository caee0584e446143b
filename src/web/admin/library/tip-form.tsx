import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { failureCode } from '#contract/client.ts'
import { jakartaDay } from '#contract/days.ts'
import { createTipInput } from '#contract/library-admin.ts'
import { describeFailure } from '#web/staff-kit/failure.ts'
import { useContractForm } from '#web/staff-kit/use-contract-form.ts'
import { ArticleField } from '#web/staff-kit/editor/article-field.tsx'
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts'
import { withLogin } from '#web/staff-kit/with-login.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError, TextAreaField, TextField } from '#web/ui/field.tsx'
import { PictureField } from './picture-field.tsx'

export type TipValues = z.output<typeof createTipInput>

type Props = {
  values: TipValues
  cover?: string
  /** A published tip requires a date. */
  isDateRequired?: boolean
  submitLabel: string
  /** Saves the tip and returns its id. Errors are shown in the form. */
  save: (values: TipValues) => Promise<string>
  onSaved: (tipId: string) => void | Promise<void>
  onReload?: () => void
}

export function TipForm({ values, cover, isDateRequired = false, submitLabel, save, onSaved, onReload }: Props) {
  const form = useContractForm<TipValues>(createTipInput as never, values)
  const { errors, isSubmitting, isDirty } = form.formState
  // A ref, because the form state changes only with the next render.
  const saved = useRef(false)
  const thumbnail = useWatch({ control: form.control, name: 'thumbnail' })
  const [today] = useState(() => jakartaDay(new Date()))
  const [failure, setFailure] = useState<{ text: string; stale: boolean } | null>(null)
  useUnsavedGuard(() => isDirty && !saved.current)

  async function send(input: TipValues) {
    setFailure(null)
    try {
      const tipId = await withLogin(() => save(input))
      saved.current = true
      form.reset(input)
      await onSaved(tipId)
      saved.current = false
    } catch (error) {
      if (!form.showFieldErrors(error)) setFailure({ text: describeFailure(error), stale: failureCode(error) === 'STALE' })
    }
  }
  const tagError = errors.tags?.message ?? errors.tags?.find?.((tag) => tag?.message)?.message

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(send)(event)} className="grid max-w-[820px] gap-6">
      <TextField label="Judul" required error={errors.title?.message} {...form.register('title')} />
      <TextAreaField label="Ringkasan" rows={3} hint="Satu atau dua kalimat di daftar tips." error={errors.summary?.message} {...form.register('summary')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Penulis" error={errors.author?.message} {...form.register('author')} />
        <TextField
          label="Tanggal terbit"
          type="date"
          min="2000-01-01"
          max={today}
          hint={isDateRequired ? 'Dipakai di daftar dan urutan tips.' : 'Kosongkan untuk memakai hari saat diterbitkan.'}
          error={errors.publishedOn?.message}
          {...form.register('publishedOn', { setValueAs: (value: string | null) => value || null })}
        />
        <TextField
          label="Alamat (slug)"
          spellCheck={false}
          autoCapitalize="none"
          hint="Kosongkan untuk dibuat dari judul."
          error={errors.slug?.message}
          {...form.register('slug', { setValueAs: (value: string | undefined) => value || undefined })}
        />
      </div>
      <TextField
        label="Tag"
        hint="Pisahkan dengan koma, paling banyak 10."
        defaultValue={values.tags.join(', ')}
        error={tagError}
        onChange={(event) => form.setValue('tags', readTags(event.currentTarget.value), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
      />
      <PictureField
        label="Gambar"
        value={thumbnail}
        onChange={(value) => form.setValue('thumbnail', value, { shouldDirty: true })}
        {...(cover ? { fallback: cover } : {})}
        hint="Idealnya 1280×720."
        error={errors.thumbnail?.message}
      />
      <ArticleField
        label="Isi"
        initialHtml={values.text}
        onChange={(html) => form.setValue('text', html, { shouldDirty: true })}
        error={errors.text?.message}
      />
      <div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t border-line bg-bg px-4 py-3 md:mx-0 md:px-0">
        {failure && (
          <FormError>
            {failure.text}{' '}
            {failure.stale && onReload && (
              <button type="button" className="underline underline-offset-2" onClick={onReload}>
                Muat ulang
              </button>
            )}
          </FormError>
        )}
        <Button type="submit" busy={isSubmitting} className="justify-self-end">
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

const readTags = (text: string): string[] => [...new Set(text.split(',').map((tag) => tag.trim()))].filter(Boolean)
