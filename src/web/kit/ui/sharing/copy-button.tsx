import Copy from 'lucide-react/icons/copy'
import { Button } from '#web/kit/ui/button.tsx'
import { copyWithToast } from './copy-text.ts'

/** Copies a text; `what` names it for the confirmation and for screen readers ("Nomor pembayaran"). */
export function CopyButton({ text, what }: { text: string; what: string }) {
  async function copy() {
    await copyWithToast(text, {
      copied: `${what} disalin.`,
      failed: `${what} tidak bisa disalin otomatis. Tekan lama teksnya, lalu salin.`,
    })
  }
  return (
    <Button type="button" variant="outline" size="sm" onClick={() => void copy()}>
      <Copy aria-hidden className="size-4" /> Salin
      <span className="sr-only"> {what}</span>
    </Button>
  )
}
