import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { failureStatus, registerContract, serverMessage } from '#contract/kit/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { notificationsContract } from '#contract/notifications/notifications.ts'
import { load, publicPage, useApi, type Api } from '#web/identity/index.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'

/** Without a label the link is not known. */
export const createUnsubscribeLoader =
  (api: Api) =>
  ({ request, params }: LoaderFunctionArgs) =>
    load(api, request, publicPage('Halaman ini belum bisa dibuka. Coba lagi sebentar lagi.'), async () => {
      registerContract({ notifications: notificationsContract })
      const token = params['token'] ?? ''
      try {
        return { token, label: (await api.anonymous.notifications.showUnsubscribe({ token })).data.label }
      } catch (error) {
        if (failureStatus(error) !== 404) throw error
        return { token, label: null }
      }
    })

/** Ends mails of one kind without signing in. A press, because programs that look at mails open their links. */
export function UnsubscribePage() {
  const { token, label } = useLoaderData<ReturnType<typeof createUnsubscribeLoader>>()
  const { anonymous } = useApi()
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const [failure, setFailure] = useState<string | null>(null)

  async function end() {
    setState('busy')
    setFailure(null)
    try {
      await anonymous.notifications.unsubscribe({ token })
      setState('done')
    } catch (error) {
      setFailure(serverMessage(error) ?? 'Belum tersimpan. Coba lagi.')
      setState('open')
    }
  }

  return (
    <div className="wrap max-w-[640px] py-12">
      <PageHead title="Berhenti menerima email" noIndex />
      <h1 className="text-2xl font-extrabold">Berhenti menerima email</h1>
      <div aria-live="polite" className="mt-4 grid gap-4 justify-items-start">
        {label === null && <p>Tautan ini tidak dikenal. Atur notifikasimu setelah masuk.</p>}
        {label !== null && state !== 'done' && (
          <>
            <p>Kami tidak akan mengirim email “{label}” lagi. Notifikasi di situs tetap ada.</p>
            <Button busy={state === 'busy'} onClick={() => void end()}>
              Berhenti
            </Button>
          </>
        )}
        {state === 'done' && <p className="font-semibold">Selesai. Kamu tidak akan menerima email “{label}” lagi.</p>}
        {failure && <p role="alert">{failure}</p>}
        {(state === 'done' || label === null) && (
          <ButtonLink variant="outline" to={paths.notifications()}>
            Atur notifikasi
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
