import ImagePlus from 'lucide-react/icons/image-plus'
import { useEffect, useId, useReducer, type FormEvent } from 'react'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { transferProofContract } from '#contract/commerce/transfers.ts'
import { fieldErrors, registerContract, serverMessage } from '#contract/client.ts'
import { formatDateTime } from '#contract/kit/days.ts'
import { imageHint, imageLimits, acceptImages } from '#contract/kit/media/images.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { FieldError } from '#web/kit/ui/field.tsx'
import { pictureToUpload } from '#web/kit/ui/picture-to-upload.ts'
import { noProof, reduceProof } from './proof-state.ts'

registerContract({ transferProofs: transferProofContract })

type Props = { transactionId: string; transfer: NonNullable<Transaction['transfer']>; onSent: () => void }

/** State of the proof, and the form for (another) one. */
export function ProofForm({ transactionId, transfer: { state, proofAt, sentence, proofHours }, onSent }: Props) {
  const { authenticated } = useApi()
  const id = useId()
  const [form, dispatch] = useReducer(reduceProof, noProof)
  const isWaiting = state === 'checking' || form.step === 'sent'
  const problem = form.step === 'idle' || form.step === 'chosen' ? form.problem : null
  useEffect(() => dispatch({ type: 'read', state, proofAt }), [state, proofAt, form.step])

  async function choose(file: File | undefined) {
    dispatch({ type: 'choose', file })
    if (file) dispatch({ type: 'prepared', chosen: file, file: await pictureToUpload(file, imageLimits) })
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    dispatch({ type: 'send' })
    if (form.step !== 'chosen') return
    try {
      await withLogin(() => authenticated.transferProofs.sendTransferProof({ id: transactionId, proof: form.file }))
      dispatch({ type: 'sent', before: proofAt })
      onSent()
    } catch (error) {
      dispatch({
        type: 'failed',
        message:
          fieldErrors(error)['proof'] ?? serverMessage(error) ?? 'Belum terkirim. Periksa koneksi, lalu coba lagi.',
      })
    }
  }

  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <div role="status" aria-live="polite" className="grid gap-3">
        {isWaiting && (
          <p className="rounded-field bg-daun-50 px-3 py-2 text-sm text-daun">
            <strong className="block">Bukti transfer diterima.</strong>
            {proofAt && `Dikirim ${formatDateTime(proofAt)}. `}Sedang kami periksa
            {proofHours && `, biasanya dalam ${proofHours} jam`}; halaman ini memeriksa sendiri.
          </p>
        )}
        {state === 'refused' && form.step !== 'sent' && (
          <p className="rounded-field bg-mengkudu-50 px-3 py-2 text-sm wrap-anywhere text-mengkudu">
            <strong className="block">Bukti sebelumnya belum bisa diterima.</strong>
            {sentence}
          </p>
        )}
      </div>
      {form.step !== 'sent' && (
        <form noValidate onSubmit={(event) => void send(event)} className="grid gap-2">
          <label htmlFor={id} className="text-sm font-semibold">
            {isWaiting ? 'Ganti bukti transfer' : 'Bukti transfer'}
          </label>
          <input
            id={id}
            type="file"
            accept={acceptImages}
            // The shown file is the sent one.
            disabled={form.step === 'sending'}
            aria-describedby={`${id}-hint${problem ? ` ${id}-error` : ''}`}
            aria-invalid={problem !== null || undefined}
            className="w-full min-w-0 rounded-field border border-border bg-surface p-2 text-sm file:mr-3 file:rounded-field file:border-0 file:bg-nila-50 file:px-3 file:py-2 file:font-semibold file:text-nila"
            onChange={(event) => void choose(event.currentTarget.files?.[0])}
          />
          <p id={`${id}-hint`} className="text-sm text-ink-3">
            Tangkapan layar dari aplikasi bank atau foto struk. {imageHint}
          </p>
          {problem && (
            <FieldError id={`${id}-error`} role="alert">
              {problem}
            </FieldError>
          )}
          <Button
            type="submit"
            variant={isWaiting ? 'outline' : 'primary'}
            busy={form.step === 'preparing' || form.step === 'sending'}
          >
            <ImagePlus aria-hidden className="size-4.5" /> Kirim bukti transfer
          </Button>
        </form>
      )}
    </div>
  )
}
