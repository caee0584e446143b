import Link2 from 'lucide-react/icons/link-2'
import { use } from 'react'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { SiteOriginContext } from '#web/ui/page-head.tsx'
import { copyWithToast } from '#web/ui/copy-text.ts'

/** Share links. Plain links, so that no third party is contacted before one is followed. */
export function ShareLinks({ title, path }: { title: string; path: string }) {
  const address = `${use(SiteOriginContext)}${path}`
  const text = encodeURIComponent(`${title} ${address}`)
  const services = [
    { name: 'WhatsApp', href: `https://wa.me/?text=${text}` },
    { name: 'Telegram', href: `https://t.me/share/url?url=${encodeURIComponent(address)}&text=${encodeURIComponent(title)}` },
    { name: 'X', href: `https://x.com/intent/post?text=${encodeURIComponent(title)}&url=${encodeURIComponent(address)}` },
  ]
  async function copy() {
    await copyWithToast(address, { copied: 'Tautan disalin.', failed: 'Tautan belum bisa disalin. Salin dari bilah alamat, ya.' })
  }
  return (
    <div>
      <h2 className="text-sm font-bold">Bagikan</h2>
      <ul className="mt-2 flex flex-wrap gap-2">
        {services.map(({ name, href }) => (
          <li key={name}>
            <a href={href} target="_blank" rel="noopener noreferrer" className={buttonClass({ variant: 'outline', size: 'sm' })}>
              {name}
              <span className="sr-only"> (tab baru)</span>
            </a>
          </li>
        ))}
        <li className="needs-script">
          <Button variant="outline" size="sm" onClick={() => void copy()}>
            <Link2 aria-hidden className="size-4" />
            Salin tautan
          </Button>
        </li>
      </ul>
    </div>
  )
}
