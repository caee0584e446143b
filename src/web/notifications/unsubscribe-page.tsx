import { useState } from 'react'
import { useParams } from 'react-router'
import { registerContract, serverMessage } from '#contract/kit/client.ts'
import { paths } from '#contract/kit/paths.ts'
import { notificationsContract } from '#contract/notifications/notifications.ts'
import { useApi } from '#web/identity/index.ts'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { Button, ButtonLink } from '#web/kit/ui/button.tsx'
import { PageHead } from '#web/kit/ui/page-head.tsx'

registerContract({ notifications: notificationsContract })

/** Ends mails of one kind without signing in. A press, because programs that look at mails open their links. */
export function UnsubscribePage() {
  const { token = '' } = useParams()
  const { anonymous } = useApi()
  const { data, status } = useRemote(token, async (signal) => (await anonymous.notifications.showUnsubscribe({ token }, { signal })).data)
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
        {status === 'failed' && <p>Tautan ini tidak dikenal. Atur notifikasimu setelah masuk.</p>}
        {data && state !== 'done' && (
          <>
            <p>Kami tidak akan mengirim email “{data.label}” lagi. Notifikasi di situs tetap ada.</p>
            <Button busy={state === 'busy'} onClick={() => void end()}>
              Berhenti
            </Button>
          </>
        )}
        {state === 'done' && <p className="font-semibold">Selesai. Kamu tidak akan menerima email seperti ini lagi.</p>}
        {failure && <p role="alert">{failure}</p>}
        {(state === 'done' || status === 'failed') && (
          <ButtonLink variant="outline" to={paths.notifications()}>
            Atur notifikasi
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
