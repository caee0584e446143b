import { staffPaths } from '#contract/kit/staff-paths.ts'
import type { Overview } from '#contract/site/overview.ts'
import { WaitingList } from './waiting-list.tsx'

/** People who asked to teach, and courses that were sent in. */
export function WaitingTeaching({ teaching }: { teaching: Overview['teaching'] }) {
  if (!teaching) return null
  const { courses, applications } = teaching
  const shown = ({ waiting, isCounted }: typeof courses) => `${waiting}${isCounted ? '' : '+'}`
  return (
    <WaitingList
      id="instruktur-menunggu"
      title="Menunggumu dari instruktur"
      rows={[
        {
          count: courses.waiting,
          label: `${shown(courses)} kelas menunggu diperiksa`,
          to: staffPaths.courseReviews(),
        },
        {
          count: applications.waiting,
          label: `${shown(applications)} pengajuan instruktur menunggu keputusan`,
          to: staffPaths.applications(),
        },
      ]}
    />
  )
}
