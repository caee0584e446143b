import { useState } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import type * as z from 'zod/mini'
import { failureCode } from '#contract/client.ts'
import { createSectionInput, type AdminSection } from '#contract/library-admin.ts'
import { paths } from '#contract/paths.ts'
import { describeFailure } from '#web/staff-kit/failure.ts'
import { useApi } from '#web/identity/index.ts'
import { useContractForm, type ContractForm } from '#web/staff-kit/use-contract-form.ts'
import { ArticleField } from '#web/staff-kit/editor/article-field.tsx'
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts'
import { withLogin } from '#web/staff-kit/with-login.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FormError, TextField } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PictureField } from './picture-field.tsx'
import { useImageUpload } from './use-image-upload.ts'

type Values = z.output<typeof createSectionInput>
type Props = { ebookId: string; section: AdminSection; /** Loads the version that another user saved meanwhile. */ onReload: () => void }

/** A section: its heading, a picture above it, its text, and pictures with captions below it. */
export function SectionEditor({ ebookId, section, onReload }: Props) {
  const { mine } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm<Values>(createSectionInput as never, {
    heading: section.heading,
    text: section.text,
    image: section.imageUrl,
    images: section.sectionImages.map(({ imageUrl, caption }) => ({ image: imageUrl, caption })),
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const image = useWatch({ control: form.control, name: 'image' })
  const [failure, setFailure] = useState<{ text: string; stale: boolean } | null>(null)
  useUnsavedGuard(() => isDirty)

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      await withLogin(() => mine.library.updateEbookSection({ ...values, id: ebookId, sectionId: section._id, version: section.version }))
      form.reset(values)
      toast.success('Bagian tersimpan.')
      await revalidate()
    } catch (error) {
      if (!form.showFieldErrors(error)) setFailure({ text: describeFailure(error), stale: failureCode(error) === 'STALE' })
    }
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid max-w-[820px] gap-6">
      <TextField label="Judul" required error={errors.heading?.message} {...form.register('heading')} />
      <PictureField
        label="Gambar utama"
        value={image}
        onChange={(value) => form.setValue('image', value, { shouldDirty: true })}
        hint="Tampil di atas teks."
        error={errors.image?.message}
      />
      <ArticleField
        label="Isi"
        initialHtml={section.text}
        onChange={(html) => form.setValue('text', html, { shouldDirty: true })}
        error={errors.text?.message}
      />
      <Gallery form={form} />
      <div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t border-line bg-bg px-4 py-3 md:mx-0 md:px-0">
        {failure && (
          <FormError>
            {failure.text}{' '}
            {failure.stale && (
              <button type="button" className="underline underline-offset-2" onClick={onReload}>
                Muat ulang
              </button>
            )}
          </FormError>
        )}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {isDirty && <p className="text-sm text-ink-3">Ada perubahan yang belum disimpan.</p>}
          <ButtonLink variant="outline" to={paths.adminEbook({ ebookId })}>
            Kembali
          </ButtonLink>
          <Button type="submit" busy={isSubmitting}>
            Simpan
          </Button>
        </div>
      </div>
    </form>
  )
}

/** Pictures below the text, each with its caption. */
function Gallery({ form }: { form: ContractForm<Values> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'images' })
  const { upload, uploading, problem } = useImageUpload()
  async function add(file: File | undefined) {
    const picture = file && (await upload(file))
    if (picture) append({ image: picture.url, caption: '' })
  }
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 text-sm font-semibold">Gambar di bawah teks</legend>
      {fields.map((field, index) => (
        <div key={field.id} className="flex flex-wrap items-end gap-4">
          <img src={field.image} alt="" className="aspect-video w-32 rounded-field border border-line object-cover" />
          <TextField
            label={`Keterangan gambar ${index + 1}`}
            className="min-w-52 flex-1"
            error={form.formState.errors.images?.[index]?.caption?.message}
            {...form.register(`images.${index}.caption`)}
          />
          <Button type="button" variant="ghost" onClick={() => remove(index)}>
            Hapus<span className="sr-only"> gambar {index + 1}</span>
          </Button>
        </div>
      ))}
      {problem && (
        <p role="alert" className="text-sm font-semibold text-mengkudu">
          {problem}
        </p>
      )}
      <label className="hit-44 relative inline-flex h-11 cursor-pointer items-center justify-self-start rounded-button border border-border bg-surface px-5 text-[0.9375rem] font-bold focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-sunken">
        {uploading ? 'Mengunggah…' : 'Tambah gambar'}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          className="sr-only"
          disabled={uploading}
          onChange={(event) => {
            void add(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </label>
    </fieldset>
  )
}
