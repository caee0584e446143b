import { useRef, useState, type ReactNode } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { invitedRoles, type InvitedRole } from '#contract/catalog/teachers.ts'
import { serverMessage } from '#contract/client.ts'
import { teacherLabels } from '#contract/learning/teacher-labels.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi } from '#web/identity/index.ts'
import { useStaffUser } from '#web/kit/staff/use-staff-user.ts'
import { Badge } from '#web/kit/ui/badge.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { InviteForm } from './invite-form.tsx'

type Teacher = StaffCourseDetail['teachers'][number]
const other: Record<InvitedRole, InvitedRole> = { 'co-teacher': 'assistant', assistant: 'co-teacher' }

/** Who teaches a course. Its owner and admins invite, change and end; others may leave. */
export function CourseTeachers({ course }: { course: StaffCourseDetail }) {
  const { authenticated } = useApi()
  const user = useStaffUser()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const [isInviting, setInviting] = useState(false)
  const unsaved = useRef<() => boolean>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const decides = user.role === 'admin' || course.myRole === 'owner'
  const percentOf = (userId: string) => course.instructors.find((share) => share.userId === userId)?.sharePercent

  async function run(userId: string, work: () => Promise<{ message?: string | undefined }>): Promise<boolean> {
    setBusy(userId)
    try {
      const { message } = await work()
      if (message) toast.success(message)
      return true
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Belum tersimpan. Coba lagi.')
      return false
    } finally {
      setBusy(null)
    }
  }

  async function change({ userId, role }: Teacher) {
    const key = { id: course._id, userId, role: other[role] }
    if (await run(userId, () => authenticated.teachers.changeTeacher(key))) await revalidate()
  }

  async function remove({ userId, name }: Teacher) {
    const isMe = userId === user._id
    const isSure = await askConfirm({
      title: isMe ? 'Berhenti mengajar kelas ini?' : `Keluarkan ${name} dari kelas ini?`,
      text: 'Akses mengajarnya berakhir, dan penjualan berikutnya tidak dibagi lagi. Yang sudah terjual tetap.',
      confirmLabel: isMe ? 'Berhenti' : 'Keluarkan',
      danger: true,
    })
    if (!isSure || !(await run(userId, () => authenticated.teachers.removeTeacher({ id: course._id, userId })))) return
    if (isMe && !decides) void navigate(paths.adminCourses())
    else await revalidate()
  }

  return (
    <section aria-labelledby="yang-mengajar" className="mt-10">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="yang-mengajar" className="text-xl font-bold">
          Instruktur dan asisten
        </h2>
        {decides && (
          <Button variant="outline" onClick={() => setInviting(true)}>
            Undang
          </Button>
        )}
      </div>
      <ul className="grid gap-2">
        <Row name={course.instructor.name} label={teacherLabels.owner} percent={percentOf(course.instructor._id)} />
        {course.teachers.map((teacher) => (
          <Row
            key={teacher.userId}
            name={teacher.name}
            label={teacherLabels[teacher.role]}
            percent={percentOf(teacher.userId)}
          >
            {decides && (
              <Button variant="ghost" size="sm" busy={busy === teacher.userId} onClick={() => void change(teacher)}>
                Jadikan {teacherLabels[other[teacher.role]].toLowerCase()}
                <span className="sr-only">: {teacher.name}</span>
              </Button>
            )}
            {(decides || teacher.userId === user._id) && (
              <Button variant="ghost" size="sm" busy={busy === teacher.userId} onClick={() => void remove(teacher)}>
                {teacher.userId === user._id ? 'Berhenti mengajar' : 'Keluarkan'}
                <span className="sr-only">: {teacher.name}</span>
              </Button>
            )}
          </Row>
        ))}
      </ul>
      {isInviting && (
        <Dialog
          open
          title="Undang instruktur atau asisten"
          confirmDiscard={() => unsaved.current?.() ?? false}
          onClose={() => setInviting(false)}
        >
          <p className="mb-4 text-ink-2">
            Mereka mendapat email, dan mengajar setelah menerima undangannya. Akun yang belum instruktur perlu diubah
            perannya oleh admin dulu.
          </p>
          <InviteForm
            courseId={course._id}
            roles={invitedRoles}
            unsaved={unsaved}
            onInvited={() => void revalidate()}
          />
        </Dialog>
      )}
    </section>
  )
}

type RowProps = { name: string; label: string; percent: number | undefined; children?: ReactNode }

const Row = ({ name, label, percent, children }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-4 py-2">
    <span className="flex min-h-11 min-w-0 flex-wrap items-center gap-2 wrap-anywhere">
      {name} <Badge tone="neutral">{label}</Badge>
      {percent !== undefined && <span className="text-sm text-ink-3">bagian {percent}%</span>}
    </span>
    {children && <span className="flex flex-wrap gap-1">{children}</span>}
  </li>
)
