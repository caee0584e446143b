import { Suspense, useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router'
import type { CourseStudentDetail } from '#contract/learning/course-students.ts'
import type { StudentPurchase } from '#contract/commerce/orders-staff.ts'
import { studentPartLabels } from '#contract/learning/student-parts.ts'
import { formatShortDate } from '#contract/kit/days.ts'
import { transactionStateLabels } from '#contract/commerce/labels.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { staffLoader } from '#web/kit/staff/load-as-staff.ts'
import { StaffPage } from '#web/kit/staff/staff-page.tsx'
import { StatTile, StatTiles } from '#web/kit/staff/stat-tile.tsx'
import { StaffTable, type Column } from '#web/kit/staff/lists/staff-table.tsx'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'
import { StudentLessons } from './student-lessons.tsx'
import { useRemoveStudent } from './use-remove-student.ts'

const AnnounceDialog = lazyDialog(
  async () => (await import('#web/conversation/staff/announce-dialog.tsx')).AnnounceDialog,
)

export const createLoader = staffLoader(async (api, { params, session: { role } }) => {
  const key = { id: params['courseId'] ?? '', studentId: params['studentId'] ?? '' }
  const { authenticated } = api
  const isAdmin = role === 'admin'
  const [student, results, purchases] = await Promise.all([
    authenticated.courseStudents.showCourseStudent(key),
    authenticated.quizResults.showStudentResults(key),
    isAdmin ? authenticated.sales.listStudentPurchases(key) : null,
  ])
  return { isAdmin, student: student.data, results: results.data, purchases: purchases?.data ?? null }
})

const sourceLabels = { staff: 'Ditambahkan staf', free: 'Mendaftar sendiri', purchase: 'Dibeli' } as const
const partTones = { 'not-started': 'neutral', 'in-progress': 'info', inactive: 'promo', finished: 'success' } as const

/** One student of a course: what was done when, and what staff can do. */
export function Page() {
  const { isAdmin, student, results, purchases } = useLoaderData<ReturnType<typeof createLoader>>()
  const navigate = useNavigate()
  const [isWriting, setWriting] = useState(false)
  const courseId = student.course._id
  const courseUrl = paths.adminCourse({ courseId })
  const { busy, remove } = useRemoveStudent(courseId, () => navigate(courseUrl))
  return (
    <StaffPage
      title={student.name}
      back={{ to: courseUrl, label: student.course.title }}
      actions={
        <>
          <Button onClick={() => setWriting(true)}>Tulis</Button>
          {isAdmin && (
            <ButtonLink variant="outline" to={paths.adminStudent({ studentId: student._id })}>
              Lihat akun
            </ButtonLink>
          )}
          {student.source === 'staff' && (
            <Button variant="outline" busy={busy !== null} onClick={() => void remove(student)}>
              Cabut akses
            </Button>
          )}
        </>
      }
    >
      <div className="mb-6 flex items-center gap-4">
        <Avatar src={student.avatar} name={student.name} size={64} />
        <div className="min-w-0">
          <p className="wrap-anywhere text-ink-2">{student.email}</p>
          <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm text-ink-3">
            <Badge tone={partTones[student.part]}>{studentPartLabels[student.part]}</Badge>
            {sourceLabels[student.source]}, {formatShortDate(student.enrolledAt)}
          </p>
        </div>
      </div>
      <Numbers student={student} />
      <StudentLessons student={student} results={results} />
      {purchases && <Purchases purchases={purchases} />}
      {isWriting && (
        <Suspense>
          <AnnounceDialog courseId={courseId} recipients={{ students: [student] }} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </StaffPage>
  )
}

function Numbers({
  student: { progress, lessonsCompleted, lessonCount, lastAccessed, finishedAt, certificate },
}: {
  student: CourseStudentDetail
}) {
  return (
    <StatTiles>
      <StatTile label="Progres" value={`${progress}%`} hint={`${lessonsCompleted} dari ${lessonCount} materi`} />
      <StatTile label="Terakhir dibuka" value={lastAccessed ? formatShortDate(lastAccessed) : '–'} />
      <StatTile label="Selesai" value={finishedAt ? formatShortDate(finishedAt) : '–'} />
      <StatTile
        label="Sertifikat"
        value={certificate ? formatShortDate(certificate.issuedAt) : '–'}
        {...(certificate && {
          hint: (
            <Link to={paths.certificate({ certificateId: certificate._id })} className="inline-flex min-h-6 underline">
              {certificate.isRevoked ? 'Dicabut, lihat' : 'Lihat'} <span className="sr-only">sertifikat</span>
            </Link>
          ),
        })}
      />
    </StatTiles>
  )
}

const purchaseColumns: readonly Column<StudentPurchase>[] = [
  {
    key: 'invoice',
    label: 'Invoice',
    isName: true,
    cell: ({ transactionId, invoiceId }) => (
      <Link to={paths.adminTransaction({ transactionId })} className="font-semibold wrap-anywhere hover:underline">
        {invoiceId ?? 'Belum dibayar'}
      </Link>
    ),
  },
  {
    key: 'createdAt',
    label: 'Tanggal',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortDate(createdAt)}</time>,
  },
  { key: 'amount', label: 'Dibayar untuk kelas ini', numeric: true, cell: ({ amount }) => formatRupiah(amount) },
  {
    key: 'refunded',
    label: 'Dikembalikan',
    numeric: true,
    cell: ({ refunded }) => (refunded > 0 ? formatRupiah(refunded) : '–'),
  },
  {
    key: 'state',
    label: 'Status',
    cell: ({ state, isGift }) => `${transactionStateLabels[state]}${isGift ? ' (hadiah)' : ''}`,
  },
]

const Purchases = ({ purchases }: { purchases: readonly StudentPurchase[] }) => (
  <section className="mt-8">
    <h2 className="mb-3 text-xl font-bold">Pembelian</h2>
    {purchases.length === 0 ? (
      <p className="rounded-card border border-line bg-surface p-5 text-ink-2">Kelas ini tidak dibeli.</p>
    ) : (
      <StaffTable
        caption="Pembelian"
        columns={purchaseColumns}
        rows={purchases}
        keyOf={({ transactionId }) => transactionId}
      />
    )}
  </section>
)
