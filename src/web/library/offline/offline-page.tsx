import { useEffect, useState } from 'react'
import { safeNext } from '#contract/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { SavedContent } from './saved-content.tsx'

/** What opens without a network, and what stands in for a page that is not kept here. */
export function OfflinePage() {
  const [wanted, setWanted] = useState<string | null>(null)
  // Known to this browser only: the page itself is the same for everyone.
  useEffect(() => setWanted(safeNext(new URLSearchParams(location.search).get('dari'))), [])
  return (
    <div className="wrap max-w-180! py-10">
      <PageHead title="Materi tersimpan" noIndex />
      <h1 className="text-h1 font-extrabold">Materi tersimpan</h1>
      <p className="mt-2 mb-6 text-ink-2">Yang ada di sini bisa dibuka tanpa sinyal. Halaman lain butuh koneksi internet.</p>
      {wanted && (
        <div role="status" className="mb-6 rounded-card border border-line bg-surface p-4">
          <p className="font-bold">Sedang offline</p>
          <p className="mt-1 text-ink-2">Halaman itu belum tersimpan di perangkat ini.</p>
          <a href={wanted} className={`mt-3 ${buttonClass({ variant: 'outline', size: 'sm' })}`}>
            Coba lagi
          </a>
        </div>
      )}
      <SavedContent />
    </div>
  )
}
