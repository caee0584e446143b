import { useState, type FormEvent } from 'react'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { refundRequestsContract } from '#contract/commerce/refund-requests.ts'
import { registerContract, serverMessage } from '#contract/client.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CheckboxField, FormError, TextAreaField } from '#web/kit/ui/field.tsx'
import { noRefundAccount, RefundAccountFields } from './refund-account-fields.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useRefusedFields } from './use-refused-fields.ts'

registerContract({ refundRequests: refundRequestsContract })

type Props = { transaction: Transaction; onClose: () => void; onAsked: () => void }

/** Asks for the money of a purchase back; staff decide. */
export function AskRefundDialog({ transaction, onClose, onAsked }: Props) {
  const { authenticated } = useApi()
  const [reason, setReason] = useState('')
  const lines = transaction.items.filter(({ amount, refunded }) => amount > refunded)
  const [chosenIds, setChosenIds] = useState<readonly string[]>(() => lines.map(({ lineId }) => lineId))
  const chosen = lines.filter(({ lineId }) => chosenIds.includes(lineId))
  const isAll = chosen.length === lines.length
  const needsAccount = transaction.method !== 'card' && !transaction.hasRefundAccount
  const [account, setAccount] = useState(noRefundAccount)
  const { form, errors, setErrors, refuse } = useRefusedFields()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (chosen.length === 0) return setFailure('Pilih dulu isi pesanan yang ingin dikembalikan.')
    setBusy(true)
    setErrors({})
    setFailure(null)
    try {
      if (needsAccount)
        await withLogin(() => authenticated.refundRequests.saveRefundAccount({ id: transaction._id, ...account }))
      await withLogin(() =>
        authenticated.refundRequests.requestRefund({
          id: transaction._id,
          reason,
          ...(isAll ? {} : { lineIds: chosen.map(({ lineId }) => lineId) }),
        }),
      )
      toast.success('Permintaanmu kami terima. Kabarnya kami kirim lewat email.')
      closeAndLeaveRow(onClose)
      onAsked()
    } catch (error) {
      if (!refuse(error)) setFailure(serverMessage(error) ?? 'Belum terkirim. Coba lagi.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog title="Minta pengembalian dana" open confirmDiscard={() => reason.trim() !== ''} onClose={onClose}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-2">
        {lines.length > 1 && (
          <fieldset>
            <legend className="font-semibold">Yang ingin dikembalikan</legend>
            {lines.map(({ lineId, title, amount, refunded }) => (
              <CheckboxField
                key={lineId}
                label={`${title}, ${formatRupiah(amount - refunded)}`}
                checked={chosenIds.includes(lineId)}
                onChange={(event) =>
                  setChosenIds(
                    event.currentTarget.checked ? [...chosenIds, lineId] : chosenIds.filter((id) => id !== lineId),
                  )
                }
              />
            ))}
          </fieldset>
        )}
        <p className="text-ink-2">
          {isAll ? transaction.title : `${chosen.length} dari ${lines.length} isi pesanan`},{' '}
          {formatRupiah(chosen.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0))}. Begitu disetujui,
          aksesnya berakhir dan dananya kembali.
        </p>
        <TextAreaField
          label="Alasan"
          required
          rows={4}
          maxLength={500}
          hint="Ceritakan singkat, supaya kami bisa memutuskan dengan adil."
          error={errors['reason']}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <p className="text-ink-2">
          {transaction.method === 'card' ? (
            'Begitu disetujui, dananya kembali ke kartu atau akun yang kamu pakai membayar. Bank atau dompet digital biasanya butuh 3–14 hari kerja.'
          ) : (
            <>
              Pembayaranmu lewat transfer, jadi begitu disetujui dananya kami kirim sendiri ke rekeningmu, dan kamu
              dikabari lewat email begitu terkirim.{!needsAccount && ' Rekeningnya sudah kamu isi.'}
            </>
          )}
        </p>
        {needsAccount && <RefundAccountFields values={account} errors={errors} onChange={setAccount} />}
        {failure && <FormError>{failure}</FormError>}
        <Button type="submit" busy={isBusy} className="justify-self-end">
          Kirim permintaan
        </Button>
      </form>
    </Dialog>
  )
}
