import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { jakartaDay } from '#contract/kit/days.ts'
import { createTipInput } from '#contract/library/library-admin.ts'
import { ArticleField } from '#web/kit/staff/editor/article-field.tsx'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { PictureField } from '#web/kit/staff/form/picture-field.tsx'

type TipValues = z.output<typeof createTipInput>
const validate = bySchema(createTipInput)

type Props = {
  values: TipValues
  /** Left out for a new tip. */
  version?: number
  cover?: string
  /** A published tip requires a date. */
  isDateRequired?: boolean
  submitLabel: string
  /** The name of the local draft. */
  draft: string
  /** Saves the tip and returns its id. */
  save: (values: TipValues, version: number) => Promise<string>
  onSaved: (tipId: string) => void | Promise<void>
}

export function TipForm({
  values,
  version = 0,
  cover,
  isDateRequired = false,
  submitLabel,
  draft,
  save,
  onSaved,
}: Props) {
  const form = useContractForm(validate, { values, version, draft, save, onSaved })
  const { errors } = form.formState
  const thumbnail = useWatch({ control: form.control, name: 'thumbnail' }) ?? null
  const [today] = useState(() => jakartaDay(new Date()))
  const tagError = errors.tags?.message ?? errors.tags?.find?.((tag) => tag?.message)?.message

  return (
    <StaffForm form={form} submitLabel={submitLabel} className="max-w-[820px]">
      <TextField label="Judul" required {...form.field('title')} />
      <TextAreaField
        label="Ringkasan"
        rows={3}
        hint="Satu atau dua kalimat di daftar tips."
        {...form.field('summary')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Penulis" {...form.field('author')} />
        <TextField
          label="Tanggal terbit"
          type="date"
          min="2000-01-01"
          max={today}
          hint={
            isDateRequired ? 'Dipakai di daftar dan urutan tips.' : 'Kosongkan untuk memakai hari saat ditayangkan.'
          }
          {...form.field('publishedOn', { setValueAs: (value: string | null) => value || null })}
        />
        <TextField
          label="Alamat (slug)"
          spellCheck={false}
          autoCapitalize="none"
          hint="Kosongkan untuk dibuat dari judul."
          {...form.field('slug', { setValueAs: (value: string | undefined) => value || undefined })}
        />
      </div>
      <TextField
        key={`tags ${form.round}`}
        label="Tag"
        hint="Pisahkan dengan koma, paling banyak 10."
        defaultValue={form.getValues('tags')?.join(', ')}
        error={tagError}
        onChange={(event) =>
          form.setValue('tags', readTags(event.currentTarget.value), {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          })
        }
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
        key={`text ${form.round}`}
        label="Isi"
        initialHtml={form.getValues('text') ?? ''}
        onChange={(html) => form.setValue('text', html, { shouldDirty: true })}
        error={errors.text?.message}
      />
    </StaffForm>
  )
}

const readTags = (text: string): string[] => [...new Set(text.split(',').map((tag) => tag.trim()))].filter(Boolean)
