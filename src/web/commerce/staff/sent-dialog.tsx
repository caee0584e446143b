import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { sentInput, type PayoutKind, type StaffPayout } from '#contract/commerce/payouts.ts'
import { proofProblem } from '#contract/commerce/transfers.ts'
import { formatRupiah } from '#contract/kit/money.ts'
import { imageHint, imageLimits, imageProblem, acceptImages } from '#contract/kit/media/images.ts'
import { useApi } from '#web/identity/index.ts'
import { DialogForm } from '#web/kit/staff/form/dialog-form.tsx'
import { bySchema, useContractForm } from '#web/kit/staff/form/use-contract-form.ts'
import { FileField } from '#web/kit/staff/file-field.tsx'
import { closeAndLeaveRow } from '#web/kit/ui/close-and-leave-row.ts'
import { TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { pictureToUpload } from '#web/kit/ui/picture-to-upload.ts'

const payeeWord: Record<PayoutKind, string> = { balance: 'Instruktur', refund: 'Pembeli' }

/** Notes that a payout was sent: the bank's reference and, if the admin has one, a picture of its confirmation. */
export function SentDialog({ payout, onClose }: { payout: StaffPayout; onClose: () => void }) {
  const { payouts } = useApi().authenticated
  const { revalidate } = useRevalidator()
  const [isPreparing, setPreparing] = useState(false)
  const form = useContractForm(bySchema(sentInput), {
    values: { reference: '', proof: undefined },
    save: ({ reference, proof }) => payouts.markPayoutSent({ id: payout._id, reference, ...(proof && { proof }) }),
    onSaved: async ({ message }) => {
      toast.success(message ?? 'Pencairan ditandai terkirim.')
      closeAndLeaveRow(onClose)
      await revalidate()
    },
    onFailure: () => revalidate(),
  })
  const payee = payeeWord[payout.kind]
  const chosen = form.watch('proof')

  async function choose(file: File) {
    setPreparing(true)
    const picture = await pictureToUpload(file, imageLimits)
    setPreparing(false)
    const problem = imageProblem(picture)
    form.setValue('proof', problem ? undefined : picture, { shouldDirty: true })
    if (problem) form.setError('proof', { message: proofProblem(problem) })
    else form.clearErrors('proof')
  }

  return (
    <DialogForm title="Tandai terkirim" form={form} submitLabel="Simpan" onClose={onClose}>
      <p className="text-ink-2">
        {formatRupiah(payout.amountIdr)} untuk {payout.payee.name}. {payee} mendapat email.
        {payout.number === '' && ' Rekeningnya belum diisi: cocokkan dengan mutasi atau bukti transfernya.'}
      </p>
      <TextField label="Referensi bank" required maxLength={100} autoComplete="off" {...form.field('reference')} />
      <FileField
        label="Bukti transfer (opsional)"
        hint={`${payee} bisa melihatnya. ${imageHint}`}
        accept={acceptImages}
        fileName={isPreparing ? 'Gambar disiapkan…' : (chosen?.name ?? null)}
        error={form.formState.errors.proof?.message ?? null}
        disabled={isPreparing || form.isSaving}
        onChoose={(file) => void choose(file)}
      />
    </DialogForm>
  )
}
