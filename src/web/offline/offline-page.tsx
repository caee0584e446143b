import { useEffect, useState } from 'react'
import { safeNext } from '#contract/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { SavedContent } from './saved-content.tsx'

export { SavedSection } from './saved-content.tsx'

/** Lists the saved items. Also the fallback for pages that are not saved offline. */
export function OfflinePage() {
  const [requestedPath, setRequestedPath] = useState<string | null>(null)
  // Read after hydration, because the rendered page is the same for every URL.
  useEffect(() => setRequestedPath(safeNext(new URLSearchParams(location.search).get('dari'))), [])
  return (
    <div className="wrap max-w-180! py-10">
      <PageHead title="Materi tersimpan" noIndex />
      <h1 className="text-h1 font-extrabold">Materi tersimpan</h1>
      <p className="mt-2 mb-6 text-ink-2">Yang ada di sini bisa dibuka tanpa sinyal. Halaman lain butuh koneksi internet.</p>
      {requestedPath && (
        <div role="status" className="mb-6 rounded-card border border-line bg-surface p-4">
          <p className="font-bold">Sedang offline</p>
          <p className="mt-1 text-ink-2">Halaman itu belum tersimpan di perangkat ini.</p>
          <a href={requestedPath} className={`mt-3 ${buttonClass({ variant: 'outline', size: 'sm' })}`}>
            Coba lagi
          </a>
        </div>
      )}
      <SavedContent />
    </div>
  )
}
