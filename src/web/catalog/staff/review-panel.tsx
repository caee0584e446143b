import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { paths } from '#contract/kit/paths.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { useStaffUser } from '#web/kit/staff/use-staff-user.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { RemarksDialog } from './remarks-dialog.tsx'

/** A course that waits for its review: what an admin decides, and what its teachers can do meanwhile. */
export function ReviewPanel({ course }: { course: StaffCourseDetail }) {
  const isAdmin = useStaffUser().role === 'admin'
  const { review } = course
  if (course.status !== 'in-review' || !review) return null
  return (
    <section aria-labelledby="pemeriksaan" className="mb-6 rounded-card border border-line bg-surface p-4 md:p-5">
      <h2 id="pemeriksaan" className="text-lg font-bold">
        {isAdmin ? 'Kelas ini menunggu keputusanmu' : 'Sedang diperiksa'}
      </h2>
      <p className="mt-1 text-ink-2">
        Diajukan {formatShortDateTime(review.sentAt)}.{' '}
        {isAdmin
          ? 'Lihat isinya, lalu setujui, atau kembalikan dengan catatan.'
          : 'Kami kabari begitu selesai. Kamu tetap bisa memperbaikinya, atau menariknya dulu.'}
      </p>
      {isAdmin ? <Decision course={course} revision={review.revision} /> : <Withdrawal courseId={course._id} />}
    </section>
  )
}

function Decision({ course, revision }: { course: StaffCourseDetail; revision: string }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [isRefusing, setIsRefusing] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  async function approve() {
    const confirmed = await askConfirm({
      title: `Tayangkan “${course.title}”?`,
      text: `Kelasnya langsung bisa dibeli. Kelas ${course.instructor.name} berikutnya tidak perlu diperiksa lagi.`,
      confirmLabel: 'Setujui',
    })
    if (!confirmed) return
    setIsBusy(true)
    try {
      const { message } = await withLogin(() =>
        authenticated.courseReview.approveCourse({ courseId: course._id, revision }),
      )
      toast.success(message ?? 'Kelas tayang.')
    } catch (error) {
      toast.error(describeFailure(error))
    }
    setIsBusy(false)
    await revalidate()
  }

  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button busy={isBusy} onClick={() => void approve()}>
          Setujui
        </Button>
        <Button variant="outline" onClick={() => setIsRefusing(true)}>
          Kembalikan dengan catatan
        </Button>
        <ButtonLink to={paths.adminCoursePreview({ courseId: course._id })} variant="ghost">
          Lihat sebagai siswa
        </ButtonLink>
      </div>
      {isRefusing && <RemarksDialog course={course} onClose={() => setIsRefusing(false)} />}
    </>
  )
}

function Withdrawal({ courseId }: { courseId: string }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [isBusy, setIsBusy] = useState(false)

  async function withdraw() {
    setIsBusy(true)
    try {
      const { message } = await withLogin(() => authenticated.courseReview.withdrawCourse({ id: courseId }))
      toast.success(message ?? 'Kelas ditarik.')
    } catch (error) {
      toast.error(describeFailure(error))
    }
    setIsBusy(false)
    await revalidate()
  }

  return (
    <Button variant="outline" className="mt-3" busy={isBusy} onClick={() => void withdraw()}>
      Tarik pengajuan
    </Button>
  )
}
