import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { categoryInput, type AdminCategory, type CategoryInput } from '#contract/categories.ts'
import { categoryGroupLabels, categoryGroups, categorySlug } from '#contract/course-values.ts'
import { describeFailure } from '#web/staff-kit/failure.ts'
import { useApi } from '#web/identity/index.ts'
import { useContractForm } from '#web/staff-kit/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError, SelectField, TextField } from '#web/ui/field.tsx'

type Props = { /** Null for a new category. */ category: AdminCategory | null; onClose: () => void; onSaved: (message: string | undefined) => void }

export function CategoryDialog({ category, onClose, onSaved }: Props) {
  const { mine } = useApi()
  const form = useContractForm<CategoryInput>(categoryInput as never, { name: category?.name ?? '', group: category?.group ?? 'programming' })
  const { errors, isSubmitting } = form.formState
  const name = useWatch({ control: form.control, name: 'name' })
  const [failure, setFailure] = useState<string | null>(null)

  const submit = form.handleSubmit(async (input) => {
    setFailure(null)
    try {
      const saved = category
        ? await mine.categories.updateCategory({ ...input, id: category._id, version: category.version })
        : await mine.categories.createCategory(input)
      onSaved(saved.message)
    } catch (error) {
      if (!form.showFieldErrors(error)) setFailure(describeFailure(error))
    }
  })

  return (
    <Dialog title={category ? 'Ubah kategori' : 'Kategori baru'} open confirmDiscard onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        {failure && <FormError>{failure}</FormError>}
        <TextField
          label="Nama"
          required
          readOnly={category?.isInMenu}
          hint={category?.isInMenu ? 'Nama kategori di menu Kelas tetap.' : `Alamatnya: /kelas/${categorySlug(name.trim()) || '…'}`}
          error={errors.name?.message}
          {...form.register('name')}
        />
        <SelectField label="Kelompok" required error={errors.group?.message} {...form.register('group')}>
          {categoryGroups.map((group) => (
            <option key={group} value={group}>
              {categoryGroupLabels[group]}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap justify-end gap-3">
          <Button type="button" variant="outline" onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={isSubmitting}>
            Simpan
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
