import type { ComponentType } from 'react'
import { Link, useLoaderData } from 'react-router'
import type { Tip } from '#contract/library/library.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { PageHead } from '#web/kit/ui/page-head.tsx'

export const createTipPreviewLoader = staffLoader(
  async (api, { params }) => (await api.authenticated.library.adminShowTip({ id: params['tipId'] ?? '' })).data,
)

/** A tip as readers see it, also before it is published. `Article` is the one of the public page, whose heading is the heading of this page. */
export function TipPreviewPage({ Article }: { Article: ComponentType<{ tip: Omit<Tip, 'related'> }> }) {
  const tip = useLoaderData<ReturnType<typeof createTipPreviewLoader>>()
  return (
    <>
      <PageHead title={`Pratinjau: ${tip.title}`} noIndex />
      <p role="status" className="border-b border-line bg-info-50 px-4 py-3 text-info">
        Pratinjau: begini pembaca melihatnya.{' '}
        <Link to={paths.adminTip({ tipId: tip._id })} className="font-semibold underline underline-offset-2">
          Kembali mengubah
        </Link>
      </p>
      <Article tip={{ ...tip, date: tip.publishedAt ?? tip.updatedAt }} />
    </>
  )
}
