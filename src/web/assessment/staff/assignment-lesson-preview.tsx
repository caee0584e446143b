import { useState } from 'react'
import { HandInForm } from '#web/assessment/hand-in-form.tsx'
import { RubricSection } from '#web/assessment/rubric-view.tsx'
import { SubmissionBadge } from '#web/assessment/status-badge.tsx'
import type { HandIn } from '#web/assessment/use-hand-in.ts'
import { PreviewLoading } from './preview-loading.tsx'
import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

/** An assignment in the preview of a course, as for a student who has not handed in yet. Nothing is sent or stored. */
export default function AssignmentLessonPreview({ courseId, lessonId }: { courseId: string; lessonId: string }) {
  const { authenticated } = useApi()
  const loaded = useRemote(`${courseId} ${lessonId}`, (signal) =>
    authenticated.assignmentReview.showAssignment({ id: courseId, contentId: lessonId }, { signal }),
  )
  const handIn = useTrial()
  if (loaded.status === 'loading') return <PreviewLoading label="Memuat tugas…" />
  if (loaded.status === 'failed') return <LoadFailure onRetry={loaded.reload}>Tugasnya belum bisa dimuat.</LoadFailure>
  const { points, criteria } = loaded.data.data
  return (
    <div className="grid gap-8">
      <RubricSection points={points} criteria={criteria} />
      <section aria-labelledby="pengumpulan" className="grid gap-4">
        <h2 id="pengumpulan" className="text-lg font-bold">
          Tugasmu
        </h2>
        <div>
          <SubmissionBadge status="none" />
        </div>
        <HandInForm handIn={handIn} submitLabel="Kumpulkan tugas" />
      </section>
    </div>
  )
}

/** Takes what is typed, and keeps it nowhere. */
function useTrial(): HandIn {
  const [draft, setDraft] = useState({ text: '', link: '' })
  return {
    draft,
    isStored: false,
    files: [],
    areFilesStored: true,
    errors: {},
    failure: null,
    progress: null,
    type: (change) => setDraft({ ...draft, ...change }),
    add: () => void toast.success('Pratinjau: berkas tidak dikirim.'),
    remove: () => {},
    send: async () => {
      toast.success('Pratinjau: tidak ada yang dikirim.')
      return true
    },
  }
}
