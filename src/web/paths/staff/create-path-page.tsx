import { useNavigate } from 'react-router'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useApi } from '#web/identity/index.ts'
import { loaderToCall } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { PathForm } from './path-form.tsx'

export const createLoader = loaderToCall((on) => on.adminPaths.createPath)

export function Page() {
  const { authenticated } = useApi()
  const navigate = useNavigate()
  return (
    <StaffPage title="Jalur baru" back={{ to: staffPaths.adminPaths(), label: 'Jalur belajar' }}>
      <PathForm
        path={null}
        submitLabel="Buat jalur"
        save={(input) => authenticated.adminPaths.createPath(input)}
        onSaved={async (path) => {
          toast.success('Jalur dibuat sebagai draf.')
          await navigate(staffPaths.adminPath({ pathId: path._id }), { replace: true })
        }}
      />
    </StaffPage>
  )
}
