import { useRef, useState, type FormEvent } from 'react'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import { withLogin } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'

type Props = { what: string; send: (reason: string) => Promise<{ message?: string | undefined }>; onClose: () => void }

/** Says what is wrong with something that somebody wrote. */
export default function ReportDialog({ what, send, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)

  function refuse(message: string) {
    setError(message)
    field.current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') return refuse('Tulis alasannya')
    setSending(true)
    try {
      const { message } = await withLogin(() => send(reason))
      toast.success(message ?? 'Terima kasih, laporanmu sampai.')
      onClose()
    } catch (failure) {
      refuse(fieldErrors(failure)['reason'] ?? serverMessage(failure) ?? 'Belum terkirim. Coba lagi.')
      setSending(false)
    }
  }

  return (
    <Dialog title={`Laporkan ${what}`} open confirmDiscard={() => reason.trim() !== ''} onClose={onClose}>
      <form className="grid gap-3" onSubmit={(event) => void submit(event)} noValidate>
        <p className="text-ink-2">Pengelola akan memeriksanya. Penulisnya tidak tahu siapa yang melapor.</p>
        <TextAreaField
          ref={field}
          label="Apa yang tidak pantas?"
          required
          rows={3}
          maxLength={500}
          error={error}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" variant="ghost" onClick={onClose}>
            Batal
          </Button>
          <Button type="submit" busy={isSending}>
            Kirim Laporan
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
