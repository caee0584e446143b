import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { registerContract } from '#contract/client.ts'
import { formatDate } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import {
  legalPages,
  legalTitles,
  privacyContract,
  type LegalPage as Page,
  type LegalPageName,
} from '#contract/privacy/privacy.ts'
import { load, publicPage, type Api } from '#web/identity/index.ts'
import { PageHead, useSiteName } from '#web/kit/ui/page-head.tsx'
import { Prose } from '#web/kit/ui/prose.tsx'
import { RetentionTable } from './retention-table.tsx'
import { Rights } from './rights.tsx'

registerContract({ privacy: privacyContract })

const pageKind = publicPage('Halaman ini belum bisa dimuat. Coba lagi sebentar lagi.')

/** `versi` in the URL selects an earlier version; any other value shows the current one. */
export const createLegalLoader =
  (api: Api, page: LegalPageName) =>
  ({ request }: LoaderFunctionArgs) =>
    load(api, request, pageKind, async () => {
      const version = /^[1-9]\d{0,5}$/.exec(new URL(request.url).searchParams.get('versi') ?? '')?.[0]
      return (await api.anonymous.privacy.showLegalPage({ page, ...(version ? { version: Number(version) } : {}) }))
        .data
    })

const descriptions: Record<LegalPageName, (siteName: string) => string> = {
  terms: (siteName) => `Syarat memakai ${siteName}: akun, kelas, pembayaran, ulasan, dan tanggung jawab.`,
  refunds: (siteName) =>
    `Kapan dan bagaimana dana pembelian kelas atau e-book di ${siteName} dikembalikan, dan cara memintanya.`,
  privacy: (siteName) =>
    `Data apa yang disimpan ${siteName}, untuk apa, berapa lama, siapa yang menerimanya, dan apa saja hakmu.`,
}

/** Terms, refund policy or privacy policy. */
export function LegalPage() {
  const shown = useLoaderData<ReturnType<typeof createLegalLoader>>()
  const siteName = useSiteName()
  const { page } = shown
  const isCurrent = shown.version === shown.currentVersion
  return (
    <article className="wrap max-w-200! pt-8 pb-12 md:pt-12">
      <PageHead
        title={legalTitles[page]}
        description={descriptions[page](siteName)}
        canonicalPath={paths[page]()}
        noIndex={!isCurrent}
      />
      <h1 className="text-h1 font-extrabold text-balance">{legalTitles[page]}</h1>
      <p className="mt-2 text-sm text-ink-3">{describeVersion(shown)}</p>
      {!isCurrent && (
        <p className="mt-4 rounded-field bg-kunyit-50 px-4 py-3 text-kunyit-ink">
          Ini versi lama.{' '}
          <Link to={paths[page]()} className="font-semibold underline">
            Baca versi yang berlaku sekarang
          </Link>
        </p>
      )}
      <div className="mt-8">
        <Prose html={shown.html} />
      </div>
      {page === 'privacy' && (
        <>
          <RetentionTable rows={shown.retention} />
          <Rights />
        </>
      )}
      <nav aria-label="Halaman hukum lain" className="mt-10 border-t border-line pt-4">
        <ul className="flex flex-wrap gap-x-6">
          {legalPages
            .filter((other) => other !== page)
            .map((other) => (
              <li key={other}>
                <Link
                  to={paths[other]()}
                  className="inline-flex min-h-11 items-center font-semibold text-nila underline underline-offset-2"
                >
                  {legalTitles[other]}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </article>
  )
}

const describeVersion = ({ version, publishedAt }: Page): string =>
  publishedAt ? `Versi ${version}, berlaku sejak ${formatDate(publishedAt)}` : `Versi ${version}`
