import { reason } from '#contract/kit/input-rules.ts'
import { useApi } from '#web/identity/index.ts'
import { DecisionDialog } from '#web/kit/staff/form/decision-dialog.tsx'

export function CancelCohortDialog({ cohortId, onClose }: { cohortId: string; onClose: () => void }) {
  const { cohorts } = useApi().authenticated
  return (
    <DecisionDialog
      title="Batalkan angkatan?"
      text="Anggota diberi tahu, lalu memilih angkatan lain atau meminta dananya kembali. Ini tidak bisa diurungkan."
      submitLabel="Batalkan angkatan"
      danger
      field={{ name: 'sentence', rule: reason, label: 'Alasan untuk anggota', maxLength: 500 }}
      call={(sentence) => cohorts.cancelCohort({ id: cohortId, sentence })}
      onClose={onClose}
    />
  )
}
