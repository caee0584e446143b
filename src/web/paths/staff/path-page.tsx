import { useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { AdminPath } from '#contract/paths/paths-admin.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { PathForm } from './path-form.tsx'
import { PathStatusBadge } from './paths-page.tsx'

export const createLoader = staffLoader(
  async (api, { params }) => (await api.authenticated.adminPaths.showAdminPath({ id: params['pathId'] ?? '' })).data,
)

export function Page() {
  const path = useLoaderData<Awaited<ReturnType<ReturnType<typeof createLoader>>>>()
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  return (
    <StaffPage
      title={path.title}
      back={{ to: staffPaths.adminPaths(), label: 'Jalur belajar' }}
      actions={<Actions path={path} />}
    >
      <p className="-mt-3 mb-6 flex flex-wrap items-center gap-3 text-sm text-ink-3">
        <PathStatusBadge status={path.status} />
        diubah {formatShortDateTime(path.updatedAt)}
      </p>
      <PathForm
        key={path._id}
        path={path}
        submitLabel="Simpan"
        save={(input, version) => authenticated.adminPaths.updatePath({ ...input, id: path._id, version })}
        onSaved={() => {
          toast.success('Jalur disimpan.')
          return revalidate()
        }}
      />
    </StaffPage>
  )
}

function Actions({ path }: { path: AdminPath }) {
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const isPublished = path.status === 'published'

  async function run(action: () => Promise<unknown>) {
    setBusy(true)
    try {
      await action()
    } catch (error) {
      toast.error(describeFailure(error))
    } finally {
      setBusy(false)
    }
  }

  const toggle = () =>
    run(async () => {
      const { message } = await withLogin(() =>
        authenticated.adminPaths.setPathStatus({ id: path._id, status: isPublished ? 'draft' : 'published' }),
      )
      toast.success(message ?? 'Tersimpan.')
      await revalidate()
    })

  async function remove() {
    const isConfirmed = await askConfirm({
      title: 'Hapus jalur?',
      text: `Jalur ${path.title} dihapus. Kelas di dalamnya tetap ada.`,
      confirmLabel: 'Hapus',
      danger: true,
    })
    if (!isConfirmed) return
    await run(async () => {
      const { message } = await withLogin(() => authenticated.adminPaths.deletePath({ id: path._id }))
      toast.success(message ?? 'Jalur dihapus.')
      await navigate(staffPaths.adminPaths())
    })
  }

  return (
    <>
      <Button variant="ghost" className="text-mengkudu!" onClick={() => void remove()}>
        Hapus
      </Button>
      {isPublished && (
        <ButtonLink variant="outline" to={paths.learningPath({ slug: path.slug })}>
          Lihat
        </ButtonLink>
      )}
      <Button variant={isPublished ? 'outline' : 'primary'} busy={isBusy} onClick={() => void toggle()}>
        {isPublished ? 'Jadikan draf' : 'Tayangkan'}
      </Button>
    </>
  )
}
