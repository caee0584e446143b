import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { SelectField } from '#web/kit/ui/field.tsx'

type Props = { courseId: string; onChoose: (courseId: string) => void; error: string | undefined }

/** One of the courses that this instructor owns and sells. */
export function OwnCourseField({ courseId, onChoose, error }: Props) {
  const { authoring } = useApi().authenticated
  const courses = useRemote('own-courses', async (signal) => {
    const { data } = await authoring.listStaffCourses({ limit: 100 }, { signal })
    return data
      .filter(({ price, myRole }) => (price ?? 0) > 0 && myRole === 'owner')
      .map(({ _id, title }) => ({ id: _id, title }))
  })
  const listed = courses.data ?? []
  return (
    <div className="grid gap-2">
      <SelectField
        label="Berlaku untuk"
        required
        value={courseId}
        onChange={(event) => onChoose(event.currentTarget.value)}
        aria-busy={courses.status === 'loading'}
        error={error}
      >
        <option value="">Pilih kelas</option>
        {courseId !== '' && !listed.some(({ id }) => id === courseId) && (
          <option value={courseId}>Tetap seperti sekarang</option>
        )}
        {listed.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      {courses.status === 'failed' && <LoadFailure onRetry={courses.reload}>Kelasmu belum bisa dimuat.</LoadFailure>}
    </div>
  )
}
