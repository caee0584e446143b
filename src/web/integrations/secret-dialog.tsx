import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import { askConfirm } from '#web/kit/ui/feedback/alerts.tsx'
import { copyText } from '#web/kit/ui/sharing/copy-text.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { TextAreaField } from '#web/kit/ui/field.tsx'

type Props = { title: string; label: string; text: string; secret: string; onClose: () => void }

/** Shows a secret once. Closing before it was copied asks for confirmation. */
export function SecretDialog({ title, label, text, secret, onClose }: Props) {
  const [copied, setCopied] = useState<'yes' | 'no' | 'failed'>('no')

  const copy = async () => setCopied((await copyText(secret)) ? 'yes' : 'failed')

  async function close() {
    const isLost = copied !== 'yes'
    if (
      isLost &&
      !(await askConfirm({
        title: 'Sudah disimpan?',
        text: `${label} tidak bisa ditampilkan lagi setelah ini.`,
        confirmLabel: 'Sudah, tutup',
      }))
    )
      return
    onClose()
  }

  return (
    <Dialog title={title} open onClose={() => void close()} size="md">
      <div className="grid gap-5">
        <p className="text-ink-2">{text}</p>
        <TextAreaField
          label={label}
          readOnly
          value={secret}
          rows={2}
          spellCheck={false}
          className="font-mono [&_textarea]:min-h-0 [&_textarea]:break-all"
          onFocus={(event) => event.currentTarget.select()}
        />
        <p role="status" className="text-sm font-semibold empty:hidden">
          {copied === 'yes' && 'Disalin. Simpan di tempat yang aman.'}
          {copied === 'failed' && 'Tidak bisa disalin otomatis. Pilih teksnya, lalu salin.'}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button type="button" variant="outline" onClick={() => void close()}>
            Selesai
          </Button>
          <Button type="button" data-autofocus onClick={() => void copy()}>
            <Copy aria-hidden className="size-4.5" /> Salin
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
