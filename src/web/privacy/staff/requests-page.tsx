import { Link, useLoaderData } from 'react-router'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { requestKindLabels, requestStateLabels, requestStates, type RequestState } from '#contract/privacy/privacy.ts'
import { listRequestsInput, type PrivacyRequest } from '#contract/privacy/privacy-admin.ts'
import { staffPaths } from '#contract/kit/staff-paths.ts'
import { momentColumn } from '#web/kit/staff/lists/cells.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'
import { ButtonLink } from '#web/kit/ui/button.tsx'
import { DueBadge } from './due-badge.tsx'

const pageSize = 20

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.privacy.listPrivacyRequests({
    ...readListQuery(listRequestsInput, request),
    limit: pageSize,
  }),
)

const tones: Record<RequestState, BadgeTone> = {
  new: 'promo',
  'in-progress': 'info',
  done: 'success',
  rejected: 'danger',
}
export const RequestStateBadge = ({ state }: { state: RequestState }) => (
  <Badge tone={tones[state]}>{requestStateLabels[state]}</Badge>
)

const columns: readonly Column<PrivacyRequest>[] = [
  {
    key: 'kind',
    label: 'Permintaan',
    isName: true,
    cell: ({ _id, kind }) => (
      <Link to={staffPaths.privacyRequest({ requestId: _id })} className="font-semibold hover:underline">
        {requestKindLabels[kind]}
      </Link>
    ),
  },
  { key: 'requester', label: 'Dari', cell: ({ requester }) => <span className="wrap-anywhere">{requester.name}</span> },
  momentColumn('receivedAt', 'Diterima', ({ receivedAt }) => receivedAt),
  { key: 'state', label: 'Status', cell: ({ state }) => <RequestStateBadge state={state} /> },
  {
    key: 'dueAt',
    label: 'Batas waktu',
    cell: ({ dueAt, closedAt }) =>
      closedAt ? (
        <span className="whitespace-nowrap">Dijawab {formatShortDateTime(closedAt)}</span>
      ) : (
        <DueBadge dueAt={dueAt} />
      ),
  },
]

/** Requests about personal data, with the time left to answer each. */
export function Page() {
  const { data: rows, meta, overdue } = useLoaderData<ReturnType<typeof createLoader>>()
  return (
    <StaffPage
      title="Privasi"
      lead="Setiap permintaan tentang data pribadi dijawab dalam 3×24 jam sejak diterima."
      actions={
        <ButtonLink to={staffPaths.privacyRequestCreate()} variant="outline">
          Catat permintaan
        </ButtonLink>
      }
    >
      {overdue > 0 && (
        <p role="status" className="mb-5 rounded-field bg-mengkudu-50 px-4 py-3 font-semibold text-mengkudu">
          {overdue} permintaan melewati batas waktu.{' '}
          <Link to={staffPaths.privacy({ state: 'open' })} className="underline">
            Lihat yang belum dijawab
          </Link>
        </p>
      )}

      <StaffList
        caption="Permintaan tentang data pribadi"
        columns={columns}
        rows={rows}
        meta={meta}
        countWord="permintaan"
        filters={[
          {
            name: 'state',
            label: 'Status',
            all: 'Semua status',
            options: [
              { value: 'open', label: 'Belum dijawab' },
              ...requestStates.map((value) => ({ value, label: requestStateLabels[value] })),
            ],
          },
        ]}
        empty={{
          title: 'Belum ada permintaan.',
          text: 'Permintaan dari pengaturan akun dan yang kamu catat sendiri tampil di sini.',
        }}
      />
    </StaffPage>
  )
}
