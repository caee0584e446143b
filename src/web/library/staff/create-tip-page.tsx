import { useLoaderData, useNavigate } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { loaderToCall } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { TipForm } from './tip-form.tsx'

export const createLoader = loaderToCall((on) => on.library.createTip)

export function Page() {
  const author = useLoaderData<ReturnType<typeof createLoader>>()
  const { authenticated } = useApi()
  const navigate = useNavigate()
  return (
    <StaffPage title="Tips baru" back={{ to: paths.adminTips(), label: 'Tips' }}>
      <TipForm
        values={{ title: '', summary: '', text: '', author, thumbnail: null, tags: [], publishedOn: null }}
        submitLabel="Simpan draf"
        draft="tip:new"
        save={async (values) => (await authenticated.library.createTip(values)).data._id}
        onSaved={(tipId) => {
          toast.success('Tips dibuat sebagai draf.')
          void navigate(paths.adminTip({ tipId }), { replace: true })
        }}
      />
    </StaffPage>
  )
}
