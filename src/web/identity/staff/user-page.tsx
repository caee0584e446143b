import { useState, type ReactNode } from 'react'
import { Link, useLoaderData } from 'react-router'
import { formatShortDate } from '#contract/kit/days.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import type { UserDetail } from '#contract/identity/users.ts'
import { TransactionStatusBadge } from '#web/commerce/transactions/transaction-status.tsx'
import { dayColumn } from '#web/kit/staff/lists/cells.tsx'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { StaffTable, type Column } from '#web/kit/staff/lists/staff-table.tsx'
import { StatTile, StatTiles } from '#web/kit/staff/stat-tile.tsx'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { ProgressBar } from '#web/kit/ui/feedback/progress-bar.tsx'
import { RoleBadge } from './roles.tsx'
import { AccountActions } from './account-actions.tsx'
import { EnrollDialog } from './enroll-dialog.tsx'
import { InstructorPageCheck } from './instructor-page-check.tsx'
import { UserRights } from './user-rights.tsx'

export const createLoader = staffLoader(async (api, { params, session: { user } }) => ({
  me: user._id,
  user: (await api.authenticated.users.showUser({ id: params['studentId'] ?? '' })).data,
}))

export function Page() {
  const { me, user } = useLoaderData<ReturnType<typeof createLoader>>()
  const [isEnrolling, setEnrolling] = useState(false)
  return (
    <StaffPage title={user.name} back={{ to: paths.adminStudents(), label: 'Pengguna' }}>
      <div className="mb-6 flex items-center gap-4">
        <Avatar src={user.avatar} name={user.name} size={64} />
        <div className="min-w-0">
          <p className="wrap-anywhere text-ink-2">{user.email}</p>
          <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm text-ink-3">
            <RoleBadge role={user.role} />
            {user.disabled ? <Badge tone="danger">Nonaktif</Badge> : <Badge tone="success">Aktif</Badge>}
            Terdaftar {formatShortDate(user.createdAt)}
          </p>
        </div>
      </div>
      <StatTiles>
        <StatTile label="Kelas" value={user.courses.length} />
        <StatTile label="Selesai" value={user.courses.filter((course) => course.finishedAt).length} />
        <StatTile label="Transaksi" value={user.transactions.length} />
        <StatTile label="Total dibayar" value={formatRupiah(user.totalPaid)} />
      </StatTiles>
      <UserRights user={user} isMe={user._id === me} />
      <InstructorPageCheck user={user} />
      {user._id !== me && <AccountActions user={user} />}
      <Section
        title="Kelas yang diikuti"
        action={
          <Button size="sm" variant="outline" onClick={() => setEnrolling(true)}>
            Tambah ke kelas
          </Button>
        }
        empty="Belum mengikuti kelas apa pun."
        isEmpty={user.courses.length === 0}
      >
        <StaffTable
          caption="Kelas yang diikuti"
          columns={courseColumns}
          rows={user.courses}
          keyOf={(course) => course._id}
        />
      </Section>
      {isEnrolling && <EnrollDialog user={user} onClose={() => setEnrolling(false)} />}
      <Section title="Transaksi" empty="Belum ada transaksi." isEmpty={user.transactions.length === 0}>
        <StaffTable
          caption="Transaksi"
          columns={transactionColumns}
          rows={user.transactions}
          keyOf={(transaction) => transaction._id}
        />
      </Section>
    </StaffPage>
  )
}

type SectionProps = { title: string; action?: ReactNode; empty: string; isEmpty: boolean; children: ReactNode }

const Section = ({ title, action, empty, isEmpty, children }: SectionProps) => (
  <section className="mt-8">
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <h2 className="text-xl font-bold">{title}</h2>
      {action}
    </div>
    {isEmpty ? <p className="rounded-card border border-line bg-surface p-5 text-ink-2">{empty}</p> : children}
  </section>
)

const courseColumns: readonly Column<UserDetail['courses'][number]>[] = [
  {
    key: 'title',
    label: 'Kelas',
    isName: true,
    cell: (course) => (
      <Link to={paths.courseDetail({ courseId: course._id })} className="font-semibold wrap-anywhere hover:underline">
        {course.title}
      </Link>
    ),
  },
  {
    key: 'progress',
    label: 'Progres',
    cell: (course) => (
      <span className="flex w-40 max-w-full items-center gap-3">
        <span className="flex-1">
          <ProgressBar percent={course.progress} label={`Progres ${course.title}`} />
        </span>
        <span className="text-sm tabular-nums">{course.progress}%</span>
      </span>
    ),
  },
  {
    key: 'lessons',
    label: 'Materi',
    numeric: true,
    cell: (course) => `${course.lessonsCompleted} / ${course.lessonCount}`,
  },
  dayColumn('enrolled', 'Bergabung', (course) => course.enrolledAt),
  {
    key: 'last',
    label: 'Terakhir dibuka',
    cell: (course) => (course.lastAccessed ? formatShortDate(course.lastAccessed) : '–'),
  },
]

const transactionColumns: readonly Column<UserDetail['transactions'][number]>[] = [
  {
    key: 'title',
    label: 'Pembelian',
    isName: true,
    cell: (transaction) => (
      <Link
        to={paths.invoice({ transactionId: transaction._id })}
        className="font-semibold wrap-anywhere hover:underline"
      >
        {transaction.title}
      </Link>
    ),
  },
  {
    key: 'invoice',
    label: 'Invoice',
    cell: (transaction) => (
      <span className="font-mono text-sm md:whitespace-nowrap">{transaction.invoiceId ?? '–'}</span>
    ),
  },
  dayColumn('createdAt', 'Tanggal', (transaction) => transaction.createdAt),
  { key: 'amount', label: 'Jumlah', numeric: true, cell: (transaction) => formatRupiah(transaction.amount) },
  { key: 'state', label: 'Status', cell: (transaction) => <TransactionStatusBadge state={transaction.state} /> },
]
