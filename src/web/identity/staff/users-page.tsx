import MailPlus from 'lucide-react/icons/mail-plus'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { formatShortDate } from '#contract/kit/days.ts'
import { roleLabels } from '#contract/kit/format/labels.ts'
import { paths } from '#contract/kit/paths.ts'
import { roles } from '#contract/identity/roles.ts'
import { exportUsersInput, listUsersInput, type UserRow } from '#contract/identity/users.ts'
import { useApi, type Api } from '#web/identity/index.ts'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { FilterSelect, ListToolbar, SearchBox } from '#web/kit/staff/lists/list-toolbar.tsx'
import { loadAsStaff } from '#web/kit/staff/load-as-staff.ts'
import { ExportButton } from '#web/kit/staff/lists/download-button.tsx'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { useListUrl } from '#web/kit/staff/lists/use-list-url.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { EmptyState } from '#web/kit/ui/feedback/empty-state.tsx'
import { RoleBadge } from './roles.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { WaitingInvitations } from './waiting-invitations.tsx'

export const createUsersLoader =
  (api: Api) =>
  ({ request }: LoaderFunctionArgs) =>
    loadAsStaff(api, request, () => api.authenticated.users.listUsers(readListQuery(listUsersInput, request)), {
      adminOnly: true,
    })

const columns: readonly Column<UserRow>[] = [
  {
    key: 'name',
    label: 'Nama',
    sort: 'name',
    isName: true,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar src={row.avatar} name={row.name} size={40} />
        <span className="min-w-0">
          <Link
            to={paths.adminStudent({ studentId: row._id })}
            className="block font-semibold wrap-anywhere hover:underline"
          >
            {row.name}
          </Link>
          <span className="block text-sm wrap-anywhere text-ink-3">{row.email}</span>
        </span>
      </span>
    ),
  },
  { key: 'role', label: 'Peran', cell: (row) => <RoleBadge role={row.role} /> },
  { key: 'courses', label: 'Kelas', numeric: true, cell: (row) => row.courseCount },
  {
    key: 'createdAt',
    label: 'Terdaftar',
    sort: 'createdAt',
    descendsFirst: true,
    cell: (row) => <span className="md:whitespace-nowrap">{formatShortDate(row.createdAt)}</span>,
  },
  {
    key: 'state',
    label: 'Status',
    cell: (row) => (row.disabled ? <Badge tone="danger">Nonaktif</Badge> : <Badge tone="success">Aktif</Badge>),
  },
]

export function UsersPage() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createUsersLoader>>()
  const { authenticated } = useApi()
  const listUrl = useListUrl()
  const { revalidate } = useRevalidator()
  const [isInviting, setInviting] = useState(false)
  return (
    <StaffPage
      title="Pengguna"
      lead="Semua orang yang punya akun: siswa, instruktur, dan admin."
      actions={
        <>
          <ExportButton
            isNarrowed={listUrl.isNarrowed}
            load={async () =>
              (await authenticated.users.exportUsers(readListQuery(exportUsersInput, new Request(location.href)))).body
            }
          />
          <Button variant="outline" onClick={() => setInviting(true)}>
            <MailPlus aria-hidden className="size-4.5" />
            Undang dari CSV
          </Button>
          <ButtonLink to={paths.adminStudentCreate()}>
            <UserPlus aria-hidden className="size-4.5" />
            New Student
          </ButtonLink>
        </>
      }
    >
      <WaitingInvitations />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onInvited={() => void revalidate()} />}
      <ListToolbar listUrl={listUrl}>
        <SearchBox listUrl={listUrl} label="Cari nama atau email" />
        <FilterSelect
          listUrl={listUrl}
          name="role"
          label="Peran"
          all="Semua peran"
          options={roles.map((value) => ({ value, label: roleLabels[value] }))}
        />
        <FilterSelect
          listUrl={listUrl}
          name="state"
          label="Status"
          all="Semua status"
          options={[
            { value: 'active', label: 'Aktif' },
            { value: 'disabled', label: 'Nonaktif' },
          ]}
        />
      </ListToolbar>
      <StaffList
        caption="Daftar pengguna"
        columns={columns}
        rows={rows}
        meta={meta}
        keyOf={(row) => row._id}
        listUrl={listUrl}
        defaultSort="-createdAt"
        countWord="orang"
        empty={
          <EmptyState title="Belum ada akun." text="Akun yang mendaftar atau dibuat di sini tampil di daftar ini." />
        }
      />
    </StaffPage>
  )
}
