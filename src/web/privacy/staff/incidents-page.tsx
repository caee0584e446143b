import { Link, useLoaderData } from 'react-router'
import * as z from 'zod/mini'
import { paging } from '#contract/kit/endpoint.ts'
import type { Incident } from '#contract/privacy/privacy-admin.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { useApi } from '#web/identity/index.ts'
import { momentColumn } from '#web/kit/staff/lists/cells.tsx'
import { DownloadButton } from '#web/kit/staff/lists/download-button.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { DueBadge } from './due-badge.tsx'

const pageSize = 20
const query = z.object(paging)

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.privacy.listIncidents({ ...readListQuery(query, request), limit: pageSize }),
)

const columns: readonly Column<Incident>[] = [
  {
    key: 'title',
    label: 'Insiden',
    isName: true,
    cell: ({ _id, title }) => (
      <Link
        to={staffPaths.privacyIncident({ incidentId: _id })}
        className="font-semibold wrap-anywhere hover:underline"
      >
        {title}
      </Link>
    ),
  },
  momentColumn('noticedAt', 'Diketahui', ({ noticedAt }) => noticedAt),
  { key: 'dueAt', label: 'Pemberitahuan', cell: (incident) => <NotificationBadge incident={incident} /> },
]

export function NotificationBadge({ incident: { dueAt, noNotificationReason } }: { incident: Incident }) {
  if (dueAt) return <DueBadge dueAt={dueAt} />
  return noNotificationReason ? <Badge tone="neutral">Tidak perlu</Badge> : <Badge tone="success">Sudah</Badge>
}

/** The register of incidents with personal data. */
export function Page() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createLoader>>()
  const { authenticated } = useApi()
  return (
    <StaffPage
      title="Insiden"
      lead="Kebocoran atau kehilangan data pribadi. Lembaga yang berwenang dan orang yang terdampak diberi tahu dalam 3×24 jam."
      actions={
        <>
          {meta.total > 0 && (
            <DownloadButton load={() => authenticated.privacy.exportIncidents()}>Ekspor CSV</DownloadButton>
          )}
          <ButtonLink to={staffPaths.privacyIncidentCreate()}>Catat insiden</ButtonLink>
        </>
      }
    >
      <StaffList
        caption="Insiden, terbaru di atas"
        columns={columns}
        rows={rows}
        meta={meta}
        countWord="insiden"
        empty={{
          title: 'Belum ada insiden.',
          text: 'Catat di sini begitu ada data pribadi yang bocor, hilang, atau salah kirim.',
        }}
      />
    </StaffPage>
  )
}
