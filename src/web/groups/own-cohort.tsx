import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { serverMessage } from '#contract/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { asSentence } from '#contract/kit/text/sentence.ts'
import { useApi } from '#web/identity/index.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { FormError } from '#web/kit/ui/field.tsx'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import CohortChoice from './cohort-choice.tsx'
import { cohortDates, daysUntil } from './cohort-text.ts'
import { useCohorts } from './use-cohorts.ts'

/** The cohort of a student of the course: when it starts, its chat and meetings; or the choice of one. */
export default function OwnCohort({ courseId }: { courseId: string }) {
  const cohorts = useCohorts(courseId)
  const [now] = useState(() => new Date())
  const mine = cohorts.data?.find(({ isMine }) => isMine)
  if (cohorts.status === 'failed')
    return <LoadFailure onRetry={cohorts.reload}>Angkatanmu belum bisa dimuat.</LoadFailure>
  if (!cohorts.data) return null
  if (mine && !mine.cancelledAt) {
    const left = daysUntil(mine.startsOn, now)
    return (
      <div className="grid gap-3 rounded-field bg-info-50 px-4 py-3 text-sm text-info">
        <p className="wrap-anywhere">
          <strong className="block text-base">{mine.name}</strong>
          {cohortDates(mine)} (WIB){left && `, ${left}`}.
        </p>
        <ButtonLink to={paths.schedule()} variant="outline" block>
          Lihat jadwal
        </ButtonLink>
        {mine.chatUrl && (
          <a href={mine.chatUrl} target="_blank" rel="noreferrer noopener" className="font-semibold underline">
            Buka grup obrolan angkatan
          </a>
        )}
      </div>
    )
  }
  return <Choosing courseId={courseId} reason={mine?.cancelSentence ?? null} onChosen={cohorts.reload} />
}

function Choosing({ courseId, reason, onChosen }: { courseId: string; reason: string | null; onChosen: () => void }) {
  const { authenticated } = useApi()
  const { revalidate } = useRevalidator()
  const [cohortId, setCohortId] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function choose() {
    if (!cohortId) return
    setBusy(true)
    setFailure(null)
    try {
      const { message } = await authenticated.cohorts.chooseCohort({ id: courseId, cohortId })
      toast.success(message ?? 'Angkatanmu tersimpan.')
      onChosen()
      await revalidate()
    } catch (error) {
      setFailure(serverMessage(error) ?? 'Belum tersimpan. Sambungkan internet, lalu coba lagi.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-3">
      <p className="rounded-field bg-kunyit-50 px-4 py-3 text-sm text-kunyit-ink">
        {reason === null
          ? 'Pilih angkatan dulu: materinya terbuka bersama angkatanmu.'
          : `Angkatanmu dibatalkan. ${asSentence(reason)} Pilih angkatan lain, atau minta dananya kembali di Transaksi.`}
      </p>
      <CohortChoice courseId={courseId} cohortId={cohortId} onChoose={(cohort) => setCohortId(cohort?._id ?? null)} />
      {cohortId && (
        <Button block busy={isBusy} onClick={() => void choose()}>
          Pilih Angkatan Ini
        </Button>
      )}
      {failure && <FormError>{failure}</FormError>}
    </div>
  )
}
