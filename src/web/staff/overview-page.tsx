import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Api } from '#web/identity/index.ts'
import { loadAsStaff } from '#web/staff-kit/load-as-staff.ts'
import { StaffPage } from '#web/staff-kit/staff-page.tsx'
import { ButtonLink } from '#web/ui/button.tsx'

export const createOverviewLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, async ({ user }) => user)

/** Where staff arrive after signing in. */
export function OverviewPage() {
  const user = useLoaderData<ReturnType<typeof createOverviewLoader>>()
  return (
    <StaffPage title={`Halo, ${user.name}!`} lead="Kelas yang tayang bisa dilihat di katalog, seperti yang dilihat siswa.">
      <ButtonLink to={paths.catalogue()}>Lihat kelas</ButtonLink>
    </StaffPage>
  )
}
