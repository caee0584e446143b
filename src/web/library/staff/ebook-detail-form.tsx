import { useRevalidator } from 'react-router'
import { createEbookInput, type AdminEbook } from '#contract/library/library-admin.ts'
import { useApi } from '#web/identity/index.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { EbookFields } from './ebook-fields.tsx'

const valuesOf = ({ title, description, author, price, thumbnail }: AdminEbook) => ({
  title,
  description,
  author,
  price,
  thumbnail,
})

export function EbookDetailForm({ ebook }: { ebook: AdminEbook }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const form = useContractForm(bySchema(createEbookInput), {
    values: valuesOf(ebook),
    draft: `ebook:${ebook._id}`,
    // A change of the structure is a new version too.
    version: ebook.version,
    save: (input, version) => authenticated.library.updateEbook({ ...input, id: ebook._id, version }),
    onSaved: async () => {
      toast.success('E-book tersimpan.')
      await revalidate()
    },
  })

  return (
    <StaffForm form={form} submitLabel="Simpan">
      <div className="grid gap-5 rounded-card border border-line bg-surface p-5 md:p-6">
        <h2 className="text-lg font-bold">Detail</h2>
        <EbookFields form={form} cover={ebook.thumbnailUrl} />
      </div>
    </StaffForm>
  )
}
