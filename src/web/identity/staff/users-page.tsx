import MailPlus from 'lucide-react/icons/mail-plus'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { isStaff, roleLabels, roles } from '#contract/kit/roles.ts'
import { exportUsersInput, listUsersInput, type UserRow } from '#contract/identity/users.ts'
import { useApi } from '#web/identity/index.ts'
import type { Bulk } from '#web/kit/staff/lists/use-bulk.ts'
import { PersonCell, dayColumn } from '#web/kit/staff/lists/cells.tsx'
import { readListQuery } from '#web/kit/staff/lists/list-query.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { ExportButton } from '#web/kit/staff/lists/download-button.tsx'
import { StaffList } from '#web/kit/staff/lists/staff-list.tsx'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import type { Column } from '#web/kit/staff/lists/staff-table.tsx'
import { useStaffUser } from '#web/kit/staff/use-staff-user.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { RoleBadge } from './roles.tsx'
import { InviteDialog } from '#web/moving/invite-dialog.tsx'
import { WaitingInvitations } from './waiting-invitations.tsx'

export const createLoader = staffLoader((api, { request }) =>
  api.authenticated.users.listUsers(readListQuery(listUsersInput, request)),
)

const columns: readonly Column<UserRow>[] = [
  {
    key: 'name',
    label: 'Nama',
    sort: 'name',
    isName: true,
    cell: (row) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar src={row.avatar} name={row.name} size={40} />
        <PersonCell name={row.name} email={row.email} to={paths.adminStudent({ studentId: row._id })} />
      </span>
    ),
  },
  { key: 'role', label: 'Peran', cell: (row) => <RoleBadge role={row.role} /> },
  { key: 'courses', label: 'Kelas', numeric: true, cell: (row) => row.courseCount },
  dayColumn('createdAt', 'Terdaftar', (row) => row.createdAt, { sort: 'createdAt', descendsFirst: true }),
  {
    key: 'state',
    label: 'Status',
    cell: (row) => (row.disabled ? <Badge tone="danger">Nonaktif</Badge> : <Badge tone="success">Aktif</Badge>),
  },
]

/** Bulk actions on accounts. Admins cannot change their own. */
function useUserBulk(): Bulk<UserRow> {
  const { users } = useApi().authenticated
  const me = useStaffUser()._id
  return {
    nameOf: ({ name }) => name,
    canChoose: ({ _id }) => _id !== me,
    actions: [
      {
        label: 'Nonaktifkan',
        danger: true,
        ask: {
          title: (count) => `Nonaktifkan ${count} akun?`,
          text: () => 'Pemiliknya tidak bisa masuk lagi dan semua sesinya berakhir. Data dan pembeliannya tetap ada.',
        },
        // Their own page asks who continues their courses, and says what else ends.
        unfit: ({ role }) =>
          isStaff(role) ? 'Nonaktifkan dari halamannya: kelas dan saldonya perlu diputuskan dulu.' : null,
        call: ({ _id }) => users.changeAccess({ id: _id, disabled: true }),
        done: (count) => `${count} akun dinonaktifkan.`,
      },
      {
        label: 'Aktifkan',
        call: ({ _id }) => users.changeAccess({ id: _id, disabled: false }),
        done: (count) => `${count} akun aktif.`,
      },
    ],
  }
}

export function Page() {
  const { data: rows, meta } = useLoaderData<ReturnType<typeof createLoader>>()
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [isInviting, setInviting] = useState(false)
  const bulk = useUserBulk()
  return (
    <StaffPage
      title="Pengguna"
      lead="Semua orang yang punya akun: siswa, instruktur, dan admin."
      actions={
        <>
          <ExportButton input={exportUsersInput} load={authenticated.users.exportUsers} />
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

      <StaffList
        caption="Daftar pengguna"
        columns={columns}
        bulk={bulk}
        rows={rows}
        meta={meta}
        defaultSort="-createdAt"
        countWord="orang"
        search="Cari nama atau email"
        filters={[
          {
            name: 'role',
            label: 'Peran',
            all: 'Semua peran',
            options: roles.map((value) => ({ value, label: roleLabels[value] })),
          },
          {
            name: 'state',
            label: 'Status',
            all: 'Semua status',
            options: [
              { value: 'active', label: 'Aktif' },
              { value: 'disabled', label: 'Nonaktif' },
            ],
          },
        ]}
        empty={{ title: 'Belum ada akun.', text: 'Akun yang mendaftar atau dibuat di sini tampil di daftar ini.' }}
      />
    </StaffPage>
  )
}
