import Share2 from 'lucide-react/icons/share-2'
import { use } from 'react'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { SiteOriginContext } from '#web/kit/ui/page-head.tsx'
import { ShareLinks } from './share-links.tsx'

/** The title and the path of a public page. */
export type Shared = { title: string; path: string }

/** Share links, and the sharing sheet of the device where the browser has one. */
export function ShareDialog({ title, path, onClose }: Shared & { onClose: () => void }) {
  const url = `${use(SiteOriginContext)}${path}`
  async function share() {
    try {
      await navigator.share({ title, url })
      onClose()
    } catch {
      // The user closed the sharing sheet, or the browser does not allow it here: the links remain.
    }
  }
  return (
    <Dialog open title="Bagikan" onClose={onClose}>
      <p className="mb-4 text-ink-2">{title}</p>
      <ShareLinks title={title} path={path}>
        {'share' in navigator && (
          <li>
            <Button variant="outline" size="sm" onClick={() => void share()}>
              <Share2 aria-hidden className="size-4" />
              Aplikasi lain
            </Button>
          </li>
        )}
      </ShareLinks>
    </Dialog>
  )
}
