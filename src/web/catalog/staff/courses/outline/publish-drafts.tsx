import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import type { PublishedDrafts } from '#contract/catalog/course-chapters.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { describeFailure } from '#web/kit/staff/describe-failure.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { askConfirm, showAlert } from '#web/kit/ui/feedback/alerts.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

const named = 3

const listTitles = (titles: readonly string[], all = titles.length): string =>
  titles
    .slice(0, named)
    .map((title) => `“${title}”`)
    .join(', ') + (all > named ? `, dan ${all - named} lainnya` : '')

/** Publishes all drafts that are complete; of one draft its row does it. */
export function PublishDrafts({ course }: { course: StaffCourseDetail }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const drafts = course.details.filter(({ status }) => status === 'draft')
  if (drafts.length < 2) return null
  const unchecked = drafts.filter(({ exerciseProblems = [] }) => exerciseProblems.length > 0).map(({ title }) => title)

  async function publish() {
    const confirmed = await askConfirm({
      title: `Tayangkan ${drafts.length} materi draf?`,
      text: [
        'Siswa langsung melihatnya. Yang belum lengkap tetap draf.',
        ...(unchecked.length > 0 ? [`Latihan kode yang masih perlu diperiksa: ${listTitles(unchecked)}.`] : []),
      ].join(' '),
      confirmLabel: 'Tayangkan semua',
    })
    if (!confirmed) return
    setBusy(true)
    try {
      const { data } = await withLogin(() => authenticated.courseChapters.publishDrafts({ id: course._id }))
      if (data.published > 0) toast.success(`${data.published.toLocaleString('id-ID')} materi ditayangkan.`)
      // With fewer than two drafts the button goes.
      leaveRow()
      await revalidate()
      if (data.incomplete > 0) await showAlert({ title: 'Ada yang belum lengkap', text: describeLacking(data) })
    } catch (error) {
      toast.error(describeFailure(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button variant="outline" busy={isBusy} onClick={() => void publish()}>
      Tayangkan semua draf
    </Button>
  )
}

/** Gives the reason of the first one only: mostly it is the video. */
function describeLacking({ incomplete, lacking }: PublishedDrafts): string {
  const [first] = lacking
  const titles = listTitles(
    lacking.map(({ title }) => title),
    incomplete,
  )
  return `${incomplete.toLocaleString('id-ID')} materi tetap draf: ${titles}.${first ? ` ${first.sentence}.` : ''}`
}
