import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import type { AdminTip } from '#contract/library/library-admin.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useApi } from '#web/identity/index.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { LibraryStatusBadge } from './library-status.tsx'
import { useLibraryAction } from './use-library-action.ts'
import { TipForm } from './tip-form.tsx'

export const createLoader = staffLoader(
  async (api, { params }) => (await api.authenticated.library.adminShowTip({ id: params['tipId'] ?? '' })).data,
)

export function Page() {
  const tip = useLoaderData<ReturnType<typeof createLoader>>()
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const { title, slug, summary, text, author, thumbnail, tags, publishedOn } = tip
  return (
    <StaffPage title={tip.title} back={{ to: paths.adminTips(), label: 'Tips' }} actions={<Actions tip={tip} />}>
      <p className="-mt-3 mb-6 flex flex-wrap items-center gap-3 text-sm text-ink-3">
        <LibraryStatusBadge status={tip.status} />
        {tip.publishedAt ? `Tayang ${formatShortDateTime(tip.publishedAt)}` : 'Belum tayang'} · diubah{' '}
        {formatShortDateTime(tip.updatedAt)}
      </p>
      <TipForm
        key={tip._id}
        version={tip.version}
        values={{ title, slug, summary, text, author, thumbnail, tags, publishedOn }}
        cover={tip.thumbnailUrl}
        isDateRequired={tip.status === 'published'}
        submitLabel="Simpan"
        draft={`tip:${tip._id}`}
        save={async (values, version) =>
          (await authenticated.library.updateTip({ ...values, id: tip._id, version })).data._id
        }
        onSaved={() => {
          toast.success('Tips tersimpan.')
          return revalidate()
        }}
      />
    </StaffPage>
  )
}

function Actions({ tip }: { tip: AdminTip }) {
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useLibraryAction()
  const isPublished = tip.status === 'published'

  const toggle = () =>
    run(async () => {
      await authenticated.library.setTipStatus({ id: tip._id, status: isPublished ? 'draft' : 'published' })
      toast.success(isPublished ? 'Tips kembali menjadi draf.' : 'Tips tayang.')
      await revalidate()
    })

  async function remove() {
    const confirmed = await askConfirm({
      title: 'Hapus tips?',
      text: `"${tip.title}" dihapus untuk selamanya.`,
      confirmLabel: 'Hapus',
      danger: true,
    })
    if (!confirmed) return
    await run(async () => {
      await authenticated.library.deleteTip({ id: tip._id })
      toast.success('Tips dihapus.')
      await navigate(paths.adminTips())
    })
  }

  return (
    <>
      <Button variant="ghost" className="text-mengkudu!" onClick={() => void remove()}>
        Hapus
      </Button>
      <ButtonLink
        variant="outline"
        to={isPublished ? paths.tip({ slug: tip.slug }) : staffPaths.tipPreview({ tipId: tip._id })}
      >
        {isPublished ? 'Lihat' : 'Pratinjau'}
      </ButtonLink>
      <Button variant={isPublished ? 'outline' : 'primary'} busy={isBusy} onClick={() => void toggle()}>
        {isPublished ? 'Jadikan draf' : 'Tayangkan'}
      </Button>
    </>
  )
}
