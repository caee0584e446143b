import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import type { AdminEbook } from '#contract/library/library-admin.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { EbookDetailForm } from './ebook-detail-form.tsx'
import { EbookStructure } from './ebook-structure.tsx'
import { LibraryStatusBadge } from './library-status.tsx'
import { useLibraryAction } from './use-library-action.ts'

export const createLoader = staffLoader(
  async (api, { params }) => (await api.authenticated.library.adminShowEbook({ id: params['ebookId'] ?? '' })).data,
)

/** Editing an e-book: its structure and its details. */
export function Page() {
  const ebook = useLoaderData<ReturnType<typeof createLoader>>()
  const navigate = useNavigate()
  return (
    <StaffPage
      title={ebook.title}
      back={{ to: paths.adminEbooks(), label: 'E-Book' }}
      actions={<Actions ebook={ebook} />}
    >
      <p className="-mt-3 mb-6 flex flex-wrap items-center gap-3 text-sm text-ink-3">
        <LibraryStatusBadge status={ebook.status} />
        {ebook.sectionCount} bagian · {ebook.readerCount} pembaca · {ebook.ownerCount} pembeli
      </p>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_400px]">
        <EbookStructure
          ebook={ebook}
          onEdit={(sectionId) => void navigate(paths.adminEbookSection({ ebookId: ebook._id, sectionId }))}
        />
        <EbookDetailForm key={ebook._id} ebook={ebook} />
      </div>
    </StaffPage>
  )
}

function Actions({ ebook }: { ebook: AdminEbook }) {
  const { authenticated } = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useLibraryAction()
  const isPublished = ebook.status === 'published'

  const toggle = () =>
    run(async () => {
      await authenticated.library.setEbookStatus({ id: ebook._id, status: isPublished ? 'draft' : 'published' })
      toast.success(isPublished ? 'E-book kembali menjadi draf.' : 'E-book tayang.')
      await revalidate()
    })

  async function remove() {
    const confirmed = await askConfirm({
      title: 'Hapus e-book?',
      text: `"${ebook.title}" dihapus beserta semua bagiannya. Kalau sudah ada pembelinya, e-book diarsipkan: tidak dijual lagi, tetap bisa dibaca pembelinya.`,
      confirmLabel: 'Hapus',
      danger: true,
    })
    if (!confirmed) return
    await run(async () => {
      const { data } = await authenticated.library.deleteEbook({ id: ebook._id })
      toast.success(data.outcome === 'deleted' ? 'E-book dihapus.' : 'E-book diarsipkan.')
      await navigate(paths.adminEbooks())
    })
  }

  return (
    <>
      <Button variant="ghost" className="text-mengkudu!" onClick={() => void remove()}>
        Hapus
      </Button>
      {ebook.sectionCount > 0 && (
        <ButtonLink variant="outline" to={paths.ebook({ ebookId: ebook._id })}>
          {isPublished ? 'Lihat' : 'Pratinjau'}
        </ButtonLink>
      )}
      <Button variant={isPublished ? 'outline' : 'primary'} busy={isBusy} onClick={() => void toggle()}>
        {isPublished ? 'Jadikan draf' : 'Tayangkan'}
      </Button>
    </>
  )
}
