import { useWatch } from 'react-hook-form'
import { categoryInput, type AdminCategory } from '#contract/catalog/categories.ts'
import { categoryGroups, categorySlug } from '#contract/catalog/course-rules.ts'
import { useGroupLabels } from '#web/catalog/group-labels.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { CheckboxField, SelectField, TextField } from '#web/kit/ui/field.tsx'

type Props = {
  /** Null for a new category. */ category: AdminCategory | null
  onClose: () => void
  onSaved: (message: string | undefined) => void
}

export function CategoryDialog({ category, onClose, onSaved }: Props) {
  const { authenticated } = useApi()
  const form = useContractForm(bySchema(categoryInput), {
    values: {
      name: category?.name ?? '',
      group: category?.group ?? 'programming',
      isInMenu: category?.isInMenu ?? true,
    },
    version: category?.version ?? 0,
    save: (input, version) =>
      category
        ? authenticated.categories.updateCategory({ ...input, id: category._id, version })
        : authenticated.categories.createCategory(input),
    onSaved: ({ message }) => onSaved(message),
    draft: category ? `category:${category._id}` : undefined,
  })
  /** Closing discards the input; only a reload after a stale save restores it. */
  function close() {
    form.discardDraft()
    onClose()
  }
  const [name, isInMenu] = useWatch({ control: form.control, name: ['name', 'isInMenu'] })
  const hasFixedName = category?.hasFixedName && isInMenu
  const groupLabels = useGroupLabels()

  return (
    <DialogForm title={category ? 'Ubah kategori' : 'Kategori baru'} form={form} submitLabel="Simpan" onClose={close}>
      <TextField
        label="Nama"
        required
        readOnly={hasFixedName}
        hint={
          hasFixedName
            ? 'Nama kategori bawaan tetap selama tampil di menu Kelas.'
            : `Alamatnya: /kelas/${categorySlug(name.trim()) || '…'}`
        }
        {...form.field('name')}
      />
      <SelectField label="Kelompok" required {...form.field('group')}>
        {categoryGroups.map((group) => (
          <option key={group} value={group}>
            {groupLabels[group]}
          </option>
        ))}
      </SelectField>
      <CheckboxField label="Tampil di menu Kelas" {...form.field('isInMenu')} />
    </DialogForm>
  )
}
