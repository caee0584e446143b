import { pathInput, type AdminPath, type PathInput } from '#contract/paths/paths-admin.ts'
import { useController } from 'react-hook-form'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { typedPercent } from '#web/kit/staff/typed-number.ts'
import { CheckboxField, TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { StepsField } from './steps-field.tsx'

type Props = {
  /** Null for a new one. */
  path: AdminPath | null
  submitLabel: string
  save: (input: PathInput, version: number) => Promise<{ data: AdminPath }>
  onSaved: (path: AdminPath) => void | Promise<void>
}

const validate = bySchema(pathInput)

const startValues = (path: AdminPath | null): PathInput => ({
  title: path?.title ?? '',
  tagline: path?.tagline ?? '',
  description: path?.description ?? '',
  isOrdered: path?.isOrdered ?? true,
  discountPercent: path?.discountPercent ?? 0,
  steps: path?.steps.map(({ courseId, sentence }) => ({ courseId, sentence })) ?? [],
  ...(path && { slug: path.slug }),
})

/** Everything of a path but its status. */
export function PathForm({ path, submitLabel, save, onSaved }: Props) {
  const form = useContractForm(validate, {
    values: startValues(path),
    version: path?.version ?? 0,
    draft: path ? `path:${path._id}` : 'path:new',
    save,
    onSaved: ({ data }) => onSaved(data),
  })
  const { errors } = form.formState
  const { field: steps } = useController({ control: form.control, name: 'steps' })
  return (
    <StaffForm form={form} submitLabel={submitLabel} className="max-w-[820px]">
      <div className="grid gap-5 rounded-card border border-line bg-surface p-5 md:p-7">
        <TextField label="Judul" required maxLength={100} {...form.field('title')} />
        <TextField
          label="Kalimat singkat"
          maxLength={160}
          hint="Untuk siapa jalur ini, dan apa yang bisa dilakukan setelahnya."
          {...form.field('tagline')}
        />
        <TextAreaField label="Deskripsi" rows={5} maxLength={4000} {...form.field('description')} />
        <TextField
          label="Alamat"
          maxLength={80}
          hint="Kosong: dibuat dari judul. Alamat lama tetap membuka jalur ini."
          {...form.field('slug', { setValueAs: (text: string | undefined) => text?.trim() || undefined })}
        />
        <TextField
          label="Potongan untuk seluruh jalur (persen)"
          inputMode="numeric"
          hint="0 sampai 90. Harga jalur adalah jumlah harga kelas yang belum dimiliki, dikurangi potongan ini."
          {...form.field('discountPercent', { setValueAs: typedPercent })}
        />
        <CheckboxField
          label="Berurutan"
          hint="Langkah yang lebih jauh menyebut apa yang sebaiknya didahulukan. Tidak ada yang dikunci."
          {...form.field('isOrdered')}
        />
      </div>
      <StepsField
        key={form.round}
        steps={steps.value}
        known={path?.steps ?? []}
        error={errors.steps?.message ?? errors.steps?.root?.message}
        onChange={(changed) => steps.onChange(changed)}
      />
    </StaffForm>
  )
}
