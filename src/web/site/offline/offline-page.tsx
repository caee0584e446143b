import { useEffect, useState } from 'react'
import { safeNext } from '#contract/kit/paths.ts'
import { buttonClass } from '#web/kit/ui/button.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { SavedContent } from './saved-content.tsx'
import { useConnectionBack } from './use-connection-back.ts'

/** Lists the saved items. Also the fallback for pages that are not saved offline. */
export function OfflinePage() {
  const [requestedPath, setRequestedPath] = useState<string | null>(null)
  // Read after hydration, because the rendered page is the same for every URL.
  useEffect(() => setRequestedPath(safeNext(new URLSearchParams(location.search).get('dari'))), [])
  useConnectionBack(requestedPath !== null, () => location.replace(requestedPath ?? '/'))
  return (
    <div className="wrap max-w-180! py-10">
      <PageHead title="Materi tersimpan" noIndex />
      <h1 className="text-h1 font-extrabold">Materi tersimpan</h1>
      <p className="mt-2 mb-6 text-ink-2">
        Yang ada di sini bisa dibuka tanpa sinyal. Halaman lain butuh koneksi internet.
      </p>
      {requestedPath && (
        <div role="status" className="mb-6 rounded-card border border-line bg-surface p-4">
          <p className="font-bold">Sedang offline</p>
          <p className="mt-1 text-ink-2">
            Halaman itu belum tersimpan di perangkat ini. Begitu kamu tersambung lagi, halamannya terbuka sendiri.
          </p>
          <a href={requestedPath} className={`mt-3 ${buttonClass({ variant: 'outline', size: 'sm' })}`}>
            Coba lagi
          </a>
        </div>
      )}
      <SavedContent />
    </div>
  )
}

/** The saved items with a heading, for pages that could not be loaded. Such a page is loaded again when there is a connection. */
export function SavedSection() {
  useConnectionBack(true, () => location.reload())
  return (
    <section aria-labelledby="tersimpan-judul" className="wrap max-w-180! pb-16">
      <h2 id="tersimpan-judul" className="mb-4 text-xl font-extrabold">
        Materi tersimpan
      </h2>
      <SavedContent />
    </section>
  )
}
