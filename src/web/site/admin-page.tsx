import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { paths } from '#contract/paths.ts'
import { requireStaffArea, useSignOut, type Api } from '#web/identity/index.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export const createAdminLoader =
  (api: Api) =>
  async ({ request }: LoaderFunctionArgs) =>
    (await requireStaffArea(api, request)).user

/** Where staff arrive after signing in. */
export function AdminPage() {
  const user = useLoaderData<ReturnType<typeof createAdminLoader>>()
  const signOut = useSignOut('/admin/sign-in')
  return (
    <div className="mx-auto grid max-w-[720px] gap-4 px-4 py-16">
      <PageHead title="Admin | Cendaki" noIndex />
      <h1 className="text-3xl font-extrabold text-balance">Halo, {user.name}!</h1>
      <p className="text-ink-2">Kelas yang tayang bisa dilihat di katalog, seperti yang dilihat siswa.</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={paths.catalogue()}>Lihat kelas</ButtonLink>
        <Button variant="outline" onClick={() => void signOut()}>
          Logout
        </Button>
      </div>
    </div>
  )
}
