import { useState } from 'react'
import { serverMessage } from '#contract/client.ts'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { leaveRow } from '#web/kit/ui/behaviour/leave-row.ts'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { Button, type ButtonSize } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { boughtItem } from '#web/commerce/item-paths.ts'

type Props = { transaction: Transaction; size?: ButtonSize; onChanged: () => void | Promise<void> }

/** 'Batalkan pesanan', after a confirmation. Nothing for a transaction that cannot be cancelled. */
export function CancelOrder({ transaction, size = 'sm', onChanged }: Props) {
  const { authenticated } = useApi()
  const [isCancelling, setCancelling] = useState(false)
  if (transaction.state !== 'created' && transaction.state !== 'pending') return null

  async function cancel() {
    const pressed = document.activeElement
    const text = `Pesanan “${boughtItem(transaction).title}” sebesar ${formatRupiah(transaction.amount)} dibatalkan. Nomor pembayarannya tidak berlaku lagi.`
    if (
      !(await askConfirm({
        title: 'Batalkan pesanan?',
        text,
        confirmLabel: 'Batalkan pesanan',
        cancelLabel: 'Kembali',
        danger: true,
      }))
    )
      return
    setCancelling(true)
    try {
      await withLogin(() => authenticated.commerce.cancelMyTransaction({ id: transaction._id }))
      leaveRow(pressed)
      toast.success('Pesanan dibatalkan. Tidak ada biaya yang ditarik.')
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Pesanan belum bisa dibatalkan. Coba lagi sebentar lagi.')
    }
    setCancelling(false)
    await onChanged()
  }

  return (
    <Button type="button" variant="ghost" size={size} busy={isCancelling} onClick={() => void cancel()}>
      Batalkan pesanan
    </Button>
  )
}
