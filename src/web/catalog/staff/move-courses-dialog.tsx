import * as z from 'zod/mini'
import type { AdminCategory } from '#contract/catalog/categories.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { SelectField } from '#web/kit/ui/field.tsx'

type Props = {
  category: AdminCategory
  others: readonly AdminCategory[]
  onClose: () => void
  onDeleted: (message: string | undefined) => void
}

/** A category in use can only be deleted if its courses move to another one. */
export function MoveCoursesDialog({ category, others, onClose, onDeleted }: Props) {
  const { authenticated } = useApi()
  const form = useContractForm(
    bySchema(z.object({ target: z.string().check(z.minLength(1, 'Pilih kategori tujuan')) })),
    {
      values: { target: '' },
      save: ({ target }) => authenticated.categories.deleteCategory({ id: category._id, moveTo: target }),
      onSaved: ({ message }) => onDeleted(message),
    },
  )

  return (
    <DialogForm
      title={`Hapus ${category.name}?`}
      form={form}
      submitLabel="Pindahkan dan hapus"
      danger
      onClose={onClose}
    >
      <p className="text-ink-2">
        {category.courseCount > 0 ? `${category.courseCount} kelas` : 'Kelas, kode promo, atau diskon'} memakai kategori
        ini. Pindahkan dulu ke kategori lain. Kode promo dan diskon kategori ini ikut pindah, dan berlaku untuk semua
        kelas di sana.
      </p>
      <SelectField label="Pindahkan ke" required {...form.field('target')}>
        <option value="">-- Pilih kategori --</option>
        {others.map((other) => (
          <option key={other._id} value={other._id}>
            {other.name}
          </option>
        ))}
      </SelectField>
    </DialogForm>
  )
}
