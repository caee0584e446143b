import CloudOff from 'lucide-react/icons/cloud-off'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AssignmentStatus } from '#contract/assessment/assignment-values.ts'
import { registerContract } from '#contract/client.ts'
import { formatShortDateTime } from '#contract/kit/days.ts'
import { submissionsContract, type Submission } from '#contract/assessment/submissions.ts'
import { useApi } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { Skeleton } from '#web/kit/ui/feedback/skeleton.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useFocusNext } from '#web/kit/ui/behaviour/use-focus-next.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { useRetry } from '#web/kit/ui/behaviour/use-retry.ts'
import { HandInForm } from './hand-in-form.tsx'
import { RubricSection } from './rubric-view.tsx'
import { SubmissionBadge } from './status-badge.tsx'
import { ReviewView, SubmissionWork } from './submission-view.tsx'
import { useHandIn } from './use-hand-in.ts'

registerContract({ submissions: submissionsContract })

type Props = {
  courseId: string
  lessonId: string
  userId: string
  /** The URL of the next lesson to study. */
  nextUrl: string
  /** The lesson was completed by an accepted submission. */
  onPassed: () => void
}

const statusTexts: Record<AssignmentStatus, string> = {
  none: 'Kerjakan tugasnya, lalu kumpulkan di bawah ini.',
  waiting: 'Tugasmu sudah terkirim. Kami kabari lewat email begitu dinilai.',
  revise: 'Baca komentarnya, perbaiki tugasmu, lalu kirim ulang.',
  accepted: 'Selamat, tugasmu diterima! Materi ini sudah selesai.',
}

/** An assignment in the lesson player, below its task: what is expected, what was handed in, and the form. */
export default function AssignmentPlayer({ nextUrl, onPassed, ...ids }: Props) {
  const { courseId, lessonId } = ids
  const { authenticated } = useApi()
  const loaded = useRemote(`${courseId} ${lessonId}`, (signal) =>
    authenticated.submissions.listMySubmissions({ id: courseId, contentId: lessonId }, { signal }),
  )
  useRetry(loaded.status === 'failed', loaded.reload)
  const isAccepted = loaded.data?.meta.status === 'accepted'
  const heading = useRef<HTMLHeadingElement>(null)
  function afterSending() {
    loaded.reload()
    // The form, which has the focus, closes.
    heading.current?.focus()
  }
  const passed = useEffectEvent(onPassed)
  useEffect(() => {
    if (isAccepted) passed()
  }, [isAccepted])

  // Trying again must not close the form.
  const [hasFailed, setHasFailed] = useState(false)
  if (loaded.status === 'failed' && !hasFailed) setHasFailed(true)

  if (loaded.status === 'loading' && !hasFailed)
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Memuat tugas…</span>
        <Skeleton className="h-24" />
        <Skeleton className="h-48" />
      </div>
    )
  // Without a connection the answer can be written already; its parts keep their places, so that nothing is lost when the rest arrives.
  const versions = loaded.data?.data ?? []
  const meta = loaded.data?.meta ?? null
  const status = meta?.status ?? 'none'
  return (
    <div className="grid gap-8">
      {meta && <RubricSection points={meta.points} criteria={meta.criteria} />}
      <section aria-labelledby="pengumpulan" className="grid gap-4">
        <h2 id="pengumpulan" ref={heading} tabIndex={-1} className="scroll-mt-24 text-lg font-bold outline-none">
          Tugasmu
        </h2>
        <div role="status" className="flex flex-wrap items-center gap-3">
          {meta ? (
            <>
              <SubmissionBadge status={status} />
              <p>{statusTexts[status]}</p>
            </>
          ) : (
            <p className="flex items-start gap-2">
              <CloudOff aria-hidden className="mt-1 size-4 shrink-0" />
              Rubrik dan kirimanmu belum bisa dimuat. Mengumpulkan tugas perlu internet; jawabanmu bisa ditulis dulu.
            </p>
          )}
        </div>
        {!meta && (
          <div>
            <Button variant="outline" onClick={loaded.reload}>
              Coba muat lagi
            </Button>
          </div>
        )}
        {status === 'accepted' && (
          <p>
            <Link to={nextUrl} className="font-bold text-nila underline">
              Lanjut ke materi berikutnya
            </Link>
          </p>
        )}
        {status !== 'accepted' && (
          <NextVersion
            key={versions[0]?._id ?? 'first'}
            ids={ids}
            status={status}
            newest={versions[0]}
            onSent={afterSending}
          />
        )}
      </section>
      {versions.length > 0 && (
        <section aria-labelledby="versi">
          <h2 id="versi" className="mb-3 text-lg font-bold">
            Yang sudah kamu kirim
          </h2>
          <ol className="grid gap-3">
            {versions.map((submission) => (
              <Version key={submission._id} submission={submission} />
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}

type NextProps = {
  ids: Pick<Props, 'courseId' | 'lessonId' | 'userId'>
  status: AssignmentStatus
  newest: Submission | undefined
  onSent: () => void
}

/** The form. While a version waits, it opens on request. A revision starts with the text of the version before. */
function NextVersion({ ids, status, newest, onSent }: NextProps) {
  const start = status === 'revise' && newest ? { text: newest.text, link: newest.link ?? '' } : { text: '', link: '' }
  const handIn = useHandIn(ids, {
    start,
    onSent() {
      toast.success('Tugas terkirim.')
      onSent()
    },
  })
  const [isOpen, setOpen] = useState(status !== 'waiting' || handIn.isStored)
  const next = useFocusNext(isOpen)
  if (!isOpen)
    return (
      <div>
        <Button variant="outline" onClick={() => setOpen(true)}>
          Kirim versi baru
        </Button>
        <p className="mt-2 text-sm text-ink-3">Versi baru menggantikan versi yang belum dinilai.</p>
      </div>
    )
  return (
    <>
      {status === 'revise' && newest?.review && <ReviewView review={newest.review} />}
      {status === 'revise' && newest && newest.files.length > 0 && (
        <p className="text-sm text-ink-2">Berkas versi sebelumnya tidak ikut. Lampirkan lagi yang perlu.</p>
      )}
      <div ref={next}>
        <HandInForm handIn={handIn} submitLabel={newest ? 'Kirim ulang' : 'Kumpulkan tugas'} />
      </div>
    </>
  )
}

const Version = ({ submission }: { submission: Submission }) => (
  <li className="grid gap-3 rounded-card border border-line bg-surface p-4">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="font-bold">Versi {submission.number}</h3>
      <span className="text-sm text-ink-3">{formatShortDateTime(submission.submittedAt)}</span>
      <SubmissionBadge status={submission.status} />
    </div>
    <SubmissionWork submission={submission} />
    {submission.review && <ReviewView review={submission.review} />}
  </li>
)
