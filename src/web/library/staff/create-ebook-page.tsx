import { useNavigate } from 'react-router'
import { createEbookInput } from '#contract/library/library-admin.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { StaffForm } from '#web/kit/staff/form/staff-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { loaderToCall } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { EbookFields } from './ebook-fields.tsx'

export const createLoader = loaderToCall((on) => on.library.createEbook)

export function Page() {
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const form = useContractForm(bySchema(createEbookInput), {
    values: { title: '', description: '', author: '', price: 0, thumbnail: null },
    draft: 'ebook:new',
    save: (input) => authenticated.library.createEbook(input),
    onSaved: ({ data }) => {
      toast.success('E-book dibuat sebagai draf.')
      void navigate(paths.adminEbook({ ebookId: data._id }), { replace: true })
    },
  })

  return (
    <StaffPage title="E-book baru" back={{ to: paths.adminEbooks(), label: 'E-Book' }}>
      <StaffForm
        form={form}
        submitLabel="Buat e-book"
        actions={
          <ButtonLink variant="outline" to={paths.adminEbooks()}>
            Batal
          </ButtonLink>
        }
        className="max-w-[720px]"
      >
        <div className="grid gap-5 rounded-card border border-line bg-surface p-5 md:p-7">
          <EbookFields form={form} />
        </div>
      </StaffForm>
    </StaffPage>
  )
}
