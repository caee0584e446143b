import { formatRupiah } from '#contract/kit/money.ts'
import { acceptInput, type TransactionDetail } from '#contract/commerce/orders-staff.ts'
import { useApi } from '#web/identity/index.ts'
import { DecisionDialog } from '#web/kit/staff/form/decision-dialog.tsx'

/** Accepts a payment under review. */
export function AcceptDialog({ transaction, onClose }: { transaction: TransactionDetail; onClose: () => void }) {
  const { sales } = useApi().authenticated
  return (
    <DecisionDialog
      title="Terima pembayaran"
      text={`${transaction.user.name} langsung mendapat aksesnya, dan ${formatRupiah(transaction.total)} dibukukan sebagai penjualan.`}
      submitLabel="Terima"
      field={{ name: 'reason', rule: acceptInput.shape.reason, label: 'Alasan', hint: 'Tersimpan di audit log.' }}
      call={(reason) => sales.acceptTransaction({ id: transaction._id, reason })}
      onClose={onClose}
    />
  )
}
