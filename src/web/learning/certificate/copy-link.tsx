import Link2 from 'lucide-react/icons/link-2'
import { Button } from '#web/ui/button.tsx'
import { copyWithToast } from '#web/ui/copy-text.ts'

/** Copies the URL of the current page. */
export function CopyLink() {
  async function copy() {
    await copyWithToast(location.href, { copied: 'Tautan disalin.', failed: 'Tautan tidak bisa disalin. Salin dari bilah alamat.' })
  }
  return (
    <Button variant="outline" onClick={() => void copy()}>
      <Link2 aria-hidden className="size-4.5" /> Salin tautan
    </Button>
  )
}
