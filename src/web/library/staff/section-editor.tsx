import { useRef } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { createSectionInput, type AdminSection } from '#contract/library/library-admin.ts'
import { paths } from '#contract/kit/paths.ts'
import { imageHint, acceptImages } from '#contract/kit/media/images.ts'
import { useApi } from '#web/identity/index.ts'
import { ArticleField } from '#web/kit/staff/editor/article-field.tsx'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { bySchema, useContractForm, type SchemaForm } from '#web/kit/staff/form/use-contract-form.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { PictureField } from '#web/kit/staff/form/picture-field.tsx'
import { useImageUpload } from '#web/kit/staff/form/use-image-upload.ts'

/** A section: its heading, a picture above it, its text, and pictures with captions below it. */
export function SectionEditor({ ebookId, section }: { ebookId: string; section: AdminSection }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(createSectionInput), {
    values: {
      heading: section.heading,
      text: section.text,
      image: section.imageUrl,
      images: section.sectionImages.map(({ imageUrl, caption }) => ({ image: imageUrl, caption })),
    },
    draft: `section:${section._id}`,
    version: section.version,
    save: (input, version) =>
      authenticated.library.updateEbookSection({
        ...input,
        id: ebookId,
        sectionId: section._id,
        version,
      }),
    onSaved: async () => {
      toast.success('Bagian tersimpan.')
      await revalidate()
    },
  })
  const { errors } = form.formState
  const image = useWatch({ control: form.control, name: 'image' }) ?? null

  return (
    <StaffForm
      form={form}
      submitLabel="Simpan"
      actions={
        <ButtonLink variant="outline" to={paths.adminEbook({ ebookId })}>
          Kembali
        </ButtonLink>
      }
      className="max-w-[820px]"
    >
      <TextField label="Judul" required {...form.field('heading')} />
      <PictureField
        label="Gambar utama"
        value={image}
        onChange={(value) => form.setValue('image', value, { shouldDirty: true })}
        hint="Tampil di atas teks."
        error={errors.image?.message}
      />
      <ArticleField
        key={form.round}
        label="Isi"
        initialHtml={form.getValues('text') ?? ''}
        onChange={(html) => form.setValue('text', html, { shouldDirty: true })}
        error={errors.text?.message}
      />
      <Gallery form={form} />
    </StaffForm>
  )
}

/** Pictures below the text, each with its caption. */
function Gallery({ form }: { form: SchemaForm<typeof createSectionInput> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'images' })
  const { upload, uploading, problem } = useImageUpload()
  const input = useRef<HTMLInputElement>(null)
  async function add(file: File | undefined) {
    const picture = file && (await upload(file))
    if (picture) append({ image: picture.url, caption: '' })
  }
  function takeAway(index: number) {
    if (fields.length > 1) leaveRow()
    else input.current?.focus()
    toast.success(`Gambar ${index + 1} dihapus.`)
    remove(index)
  }
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 text-sm font-semibold">Gambar di bawah teks</legend>
      {fields.map((field, index) => (
        <div key={field.id} data-row className="flex flex-wrap items-end gap-4">
          <img src={field.image} alt="" className="aspect-video w-32 rounded-field border border-line object-cover" />
          <TextField
            label={`Keterangan gambar ${index + 1}`}
            className="min-w-[min(13rem,100%)] flex-1"
            {...form.field(`images.${index}.caption`)}
          />
          <Button type="button" variant="ghost" className="mb-4.5 text-mengkudu!" onClick={() => takeAway(index)}>
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
          ref={input}
          type="file"
          accept={acceptImages}
          className="sr-only"
          disabled={uploading}
          onChange={(event) => {
            void add(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </label>
      <p className="text-sm text-ink-3">{imageHint}</p>
    </fieldset>
  )
}
