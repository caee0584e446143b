import Link2 from 'lucide-react/icons/link-2'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Copies the URL of the current page. */
export function CopyLink() {
  async function copy() {
    try {
      await navigator.clipboard.writeText(location.href)
      toast.success('Tautan disalin.')
    } catch {
      toast.error('Tautan tidak bisa disalin. Salin dari bilah alamat.')
    }
  }
  return (
    <Button variant="outline" onClick={() => void copy()}>
      <Link2 aria-hidden className="size-4.5" /> Salin tautan
    </Button>
  )
}
