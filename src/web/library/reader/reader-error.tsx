import { useEffect, useRef } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { paths } from '#contract/kit/paths.ts'
import { isNetworkFailure } from '#web/identity/api.ts'
import { useSession } from '#web/identity/index.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'
import { StateArt } from '#web/kit/ui/feedback/state-art.tsx'

/** Error page of the reader: 'Oops!' with the status text or message. */
export function ReaderError() {
  const error = useRouteError()
  const { revalidate, state } = useRevalidator()
  const status = isRouteErrorResponse(error) ? error.status : null
  const session = useSession()
  const isAsked = useRef(false)
  // The server returns 404 for every e-book that is not published. A signed-in browser requests it again with its session.
  useEffect(() => {
    if (status !== 404 || session.status !== 'signed-in' || isAsked.current) return
    isAsked.current = true
    void revalidate()
  }, [status, session.status, revalidate])
  return (
    <main
      id="konten"
      tabIndex={-1}
      className="grid min-h-dvh content-center justify-items-center gap-4 px-4 py-14 text-center outline-none"
    >
      <PageHead title="Oops!" noIndex />
      <StateArt className="text-mengkudu" />
      <h1 className="text-h1 font-extrabold">Oops!</h1>
      <p className="max-w-110 text-ink-2">{describe(error)}</p>
      {status !== null && <p className="text-sm text-ink-3">Kode {status}</p>}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {status !== 404 && (
          <Button variant="outline" busy={state === 'loading'} onClick={() => void revalidate()}>
            Coba lagi
          </Button>
        )}
        {isNetworkFailure(error) ? (
          // A full page load, because the service worker handles only that without a network.
          <ButtonLink to={paths.offline()} reloadDocument>
            Materi tersimpan
          </ButtonLink>
        ) : (
          <ButtonLink to={paths.ebooks()}>Lihat e-book lain</ButtonLink>
        )}
      </div>
    </main>
  )
}

function describe(error: unknown): string {
  if (isRouteErrorResponse(error))
    return typeof error.data === 'string' && error.data ? error.data : error.statusText || 'E-book belum bisa dibuka.'
  if (isNetworkFailure(error)) return 'Koneksi terputus atau lambat. Periksa jaringan, lalu coba lagi.'
  return error instanceof Error && error.message ? error.message : 'E-book belum bisa dibuka.'
}
