import Link2 from 'lucide-react/icons/link-2'
import { use, useState, type ReactNode } from 'react'
import { Button, buttonClass } from '#web/kit/ui/button.tsx'
import { copyText } from './copy-text.ts'
import { SiteOriginContext } from '#web/kit/ui/page-head.tsx'

/** Share links. Plain links, so that no third party is contacted before one is followed. `children` are further list items. */
export function ShareLinks({ title, path, children }: { title: string; path: string; children?: ReactNode }) {
  const url = `${use(SiteOriginContext)}${path}`
  const text = encodeURIComponent(`${title} ${url}`)
  const services = [
    { name: 'WhatsApp', href: `https://wa.me/?text=${text}` },
    {
      name: 'Telegram',
      href: `https://t.me/share/url?url=${encodeURIComponent(url)}&text=${encodeURIComponent(title)}`,
    },
    { name: 'X', href: `https://x.com/intent/post?text=${encodeURIComponent(title)}&url=${encodeURIComponent(url)}` },
  ]
  // Not a toast: those are below the dialog that the links are in.
  const [notice, setNotice] = useState('')
  async function copy() {
    setNotice((await copyText(url)) ? 'Tautan disalin.' : 'Tautan belum bisa disalin. Salin dari bilah alamat, ya.')
  }
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {services.map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass({ variant: 'outline', size: 'sm' })}
            >
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
        {children}
      </ul>
      <p role="status" className="mt-2 text-sm text-ink-2">
        {notice}
      </p>
    </>
  )
}
