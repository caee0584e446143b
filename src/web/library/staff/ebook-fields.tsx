import { useWatch } from 'react-hook-form'
import type { createEbookInput } from '#contract/library/library-admin.ts'
import { MoneyField } from '#web/kit/staff/form/money-field.tsx'
import type { SchemaForm } from '#web/kit/staff/form/use-contract-form.ts'
import { TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { PictureField } from '#web/kit/staff/form/picture-field.tsx'

/** The fields of an e-book except its content. `cover` is shown when no picture is uploaded. */
export function EbookFields({ form, cover }: { form: SchemaForm<typeof createEbookInput>; cover?: string }) {
  const { errors } = form.formState
  const [price, thumbnail] = useWatch({ control: form.control, name: ['price', 'thumbnail'] })
  return (
    <>
      <TextField label="Judul" required {...form.field('title')} />
      <TextAreaField label="Deskripsi" rows={4} {...form.field('description')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Penulis" {...form.field('author')} />
        <MoneyField
          label="Harga"
          required
          hint={price === 0 ? 'Gratis untuk semua.' : 'Dalam rupiah; 0 berarti gratis.'}
          control={form.control}
          name="price"
        />
      </div>
      <PictureField
        label="Sampul"
        value={thumbnail ?? null}
        onChange={(value) => form.setValue('thumbnail', value, { shouldDirty: true })}
        {...(cover ? { fallback: cover } : {})}
        hint="Idealnya 1280×720. Tanpa unggahan, sampul batik dibuatkan."
        error={errors.thumbnail?.message}
      />
    </>
  )
}
