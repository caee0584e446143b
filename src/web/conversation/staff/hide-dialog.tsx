import { decisionReason, type Report } from '#contract/conversation/moderation.ts'
import { useApi } from '#web/identity/index.ts'
import { DecisionDialog } from '#web/kit/staff/form/decision-dialog.tsx'

/** Hides what was reported. Its author reads the reason. */
export function HideDialog({ report, onClose }: { report: Report; onClose: () => void }) {
  const { moderation } = useApi().authenticated
  return (
    <DecisionDialog
      title="Sembunyikan tulisan ini?"
      submitLabel="Sembunyikan"
      danger
      field={{
        name: 'reason',
        rule: decisionReason,
        label: 'Alasan untuk penulisnya',
        hint: 'Kalau kosong, penulisnya membaca bahwa tulisannya melanggar aturan. Kata-kata pelapor tidak ditunjukkan kepadanya.',
        isOptional: true,
      }}
      call={(reason) => moderation.hideReported({ id: report._id, ...(reason === '' ? {} : { reason }) })}
      onClose={onClose}
    />
  )
}
