import { registerContract } from '#contract/client.ts'
import { exerciseAuthoringContract, exercisesContract } from '#contract/exercises/exercises.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { Trial } from './trial.tsx'

registerContract({ exercises: { ...exercisesContract, ...exerciseAuthoringContract } })

/** A code exercise in the preview of a course. */
export default function ExercisePreview({ courseId, lessonId }: { courseId: string; lessonId: string }) {
  const { authenticated } = useApi()
  const loaded = useRemote(
    `${courseId} ${lessonId}`,
    async (signal) =>
      (await authenticated.exercises.showExercise({ id: courseId, contentId: lessonId }, { signal })).data,
  )
  if (loaded.status === 'loading') return <p role="status">Memuat latihan…</p>
  if (loaded.status === 'failed')
    return <LoadFailure onRetry={loaded.reload}>Latihannya belum bisa dimuat.</LoadFailure>
  if (loaded.data.version === 0) return <p>Berkas dan tes latihan ini belum disusun.</p>
  return <Trial exercise={loaded.data} />
}
