import { useRef, useState } from 'react'
import { useNavigate, type LoaderFunctionArgs } from 'react-router'
import { createEbookInput } from '#contract/library-admin.ts'
import { paths } from '#contract/paths.ts'
import { describeFailure } from '#web/staff-kit/failure.ts'
import { useApi, type Api } from '#web/identity/index.ts'
import { useContractForm } from '#web/staff-kit/use-contract-form.ts'
import { loadAsStaff } from '#web/staff-kit/load-as-staff.ts'
import { StaffPage } from '#web/staff-kit/staff-page.tsx'
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts'
import { withLogin } from '#web/staff-kit/with-login.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { EbookFields, type EbookValues } from './ebook-fields.tsx'

export const createCreateEbookLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, async ({ user }) => user.name, { adminOnly: true })

export function CreateEbookPage() {
  const { mine } = useApi()
  const navigate = useNavigate()
  const form = useContractForm<EbookValues>(createEbookInput as never, { title: '', description: '', author: '', price: 0, thumbnail: null })
  const { isSubmitting, isDirty } = form.formState
  // A ref, because the form state changes only with the next render.
  const saved = useRef(false)
  const [failure, setFailure] = useState<string | null>(null)
  useUnsavedGuard(() => isDirty && !saved.current)

  async function send(values: EbookValues) {
    setFailure(null)
    try {
      const { data } = await withLogin(() => mine.library.createEbook(values))
      toast.success('E-book dibuat sebagai draf.')
      saved.current = true
      void navigate(paths.adminEbook({ ebookId: data._id }), { replace: true })
    } catch (error) {
      if (!form.showFieldErrors(error)) setFailure(describeFailure(error))
    }
  }

  return (
    <StaffPage title="E-book baru" back={{ to: paths.adminEbooks(), label: 'E-Book' }}>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit(send)(event)}
        className="grid max-w-[720px] gap-5 rounded-card border border-line bg-surface p-5 md:p-7"
      >
        {failure && <FormError>{failure}</FormError>}
        <EbookFields form={form} />
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink variant="outline" to={paths.adminEbooks()}>
            Batal
          </ButtonLink>
          <Button type="submit" busy={isSubmitting}>
            Buat e-book
          </Button>
        </div>
      </form>
    </StaffPage>
  )
}
