import { Link, useLoaderData } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { legalPages, legalTitles } from '#contract/privacy/privacy.ts'
import type { LegalDraft } from '#contract/privacy/privacy-admin.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { StaffTable, type Column } from '#web/kit/staff/lists/staff-table.tsx'

export const createLoader = staffLoader((api) =>
  Promise.all(legalPages.map(async (page) => (await api.authenticated.privacy.showLegalDraft({ page })).data)),
)

const columns: readonly Column<LegalDraft>[] = [
  {
    key: 'page',
    label: 'Halaman',
    isName: true,
    cell: ({ page }) => (
      <Link to={staffPaths.legalPage({ page })} className="font-semibold hover:underline">
        {legalTitles[page]}
      </Link>
    ),
  },
  {
    key: 'address',
    label: 'Alamat',
    cell: ({ page }) => (
      <Link to={paths[page]()} className="underline underline-offset-2">
        {paths[page]()}
      </Link>
    ),
  },
  { key: 'version', label: 'Versi', numeric: true, cell: ({ version }) => version },
  {
    key: 'publishedAt',
    label: 'Berlaku sejak',
    cell: ({ publishedAt }) => (publishedAt ? formatShortDateTime(publishedAt) : 'Teks bawaan'),
  },
]

export function Page() {
  const drafts = useLoaderData<ReturnType<typeof createLoader>>()
  return (
    <StaffPage
      title="Halaman hukum"
      lead="Ditautkan di kaki setiap halaman, saat mendaftar, dan saat membeli. Minta ahli hukum membaca teksnya sebelum penjualan pertama."
    >
      <StaffTable caption="Halaman hukum" columns={columns} rows={drafts} keyOf={({ page }) => page} />
    </StaffPage>
  )
}
