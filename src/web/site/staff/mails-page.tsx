import { Link, useLoaderData } from 'react-router'
import { listMailsInput, type MailState, type MailSummary } from '#contract/site/mail.ts'
import { paths } from '#contract/kit/paths.ts'
import { momentColumn } from '#web/kit/staff/lists/cells.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { Badge, type BadgeTone } from '#web/kit/ui/badge.tsx'

const pageSize = 20

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.mail.listMails({ ...readListQuery(listMailsInput, request), limit: pageSize }),
)

const states: Record<MailState, { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Menunggu', tone: 'promo' },
  sent: { label: 'Terkirim', tone: 'success' },
  failed: { label: 'Gagal', tone: 'danger' },
}
export const MailStateBadge = ({ state, isKept }: Pick<MailSummary, 'state' | 'isKept'>) =>
  isKept ? (
    <Badge tone="info">Disimpan di server</Badge>
  ) : (
    <Badge tone={states[state].tone}>{states[state].label}</Badge>
  )

const columns: readonly Column<MailSummary>[] = [
  {
    key: 'subject',
    label: 'Subjek',
    isName: true,
    cell: (mail) => (
      <Link to={paths.adminMail({ mailId: mail._id })} className="font-semibold wrap-anywhere hover:underline">
        {mail.subject}
      </Link>
    ),
  },
  { key: 'to', label: 'Kepada', cell: (mail) => <span className="wrap-anywhere">{mail.to.email}</span> },
  momentColumn('createdAt', 'Dibuat', (mail) => mail.createdAt),
  { key: 'attempts', label: 'Percobaan', numeric: true, cell: (mail) => mail.attempts },
  { key: 'state', label: 'Status', cell: (mail) => <MailStateBadge {...mail} /> },
]

/** All outgoing mail. Without a mail server this is the only place to read it. */
export function Page() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createLoader>>()
  return (
    <StaffPage
      title="Email"
      lead="Semua email yang ditulis situs ini: terkirim, menunggu, atau gagal. Tanpa server email, semuanya hanya disimpan di server."
    >
      <StaffList
        caption="Email, terbaru di atas"
        columns={columns}
        rows={rows}
        meta={meta}
        countWord="email"
        search="Cari alamat atau subjek"
        filters={[
          {
            name: 'state',
            label: 'Status',
            all: 'Semua status',
            options: (['waiting', 'sent', 'failed'] as const).map((value) => ({ value, label: states[value].label })),
          },
        ]}
        empty={{
          title: 'Belum ada email.',
          text: 'Kuitansi, tautan password, dan email lain tampil di sini begitu ditulis.',
        }}
      />
    </StaffPage>
  )
}
