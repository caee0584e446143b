import { useEffect, useEffectEvent, useState } from 'react'
import { serverMessage } from '#contract/client.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { readSubscription, subscribe, supportsPush, unsubscribe, type BrowserPush } from './browser-push.ts'

type Props = { publicKey: string; onChange: (isOn: boolean) => void }

/** Push messages to this browser. The browser asks for permission only after a press. */
export function PushSettings({ publicKey, onChange }: Props) {
  const { authenticated } = useApi()
  // Unknown while the server renders.
  const [state, setState] = useState<BrowserPush | null>(null)
  const [id, setId] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  // The server may have lost the subscription, and responds with its id.
  const register = useEffectEvent((found: Parameters<typeof authenticated.notifications.addPush>[0]) =>
    authenticated.notifications.addPush(found),
  )
  const reportOn = useEffectEvent(() => onChange(true))
  useEffect(() => {
    let isCurrent = true
    const look = async () => {
      if (!supportsPush()) return setState('unsupported')
      const found = await readSubscription()
      if (!isCurrent) return
      if (!found) return setState(Notification.permission === 'denied' ? 'denied' : 'off')
      setState('on')
      const { data } = await register(found)
      if (!isCurrent) return
      setId(data._id)
      reportOn()
    }
    // The next visit registers it again.
    look().catch(() => isCurrent && setState((shown) => shown ?? 'off'))
    return () => void (isCurrent = false)
  }, [])

  const act = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.error(serverMessage(error) ?? 'Belum berhasil. Periksa koneksi, lalu coba lagi.')
    } finally {
      setBusy(false)
    }
  }
  const turnOn = () =>
    act(async () => {
      const made = await subscribe(publicKey).catch(() => undefined)
      if (made === undefined)
        return void toast.error('Belum berhasil. Peramban ini mungkin tidak bisa menerima notifikasi; coba lagi nanti.')
      if (!made) return setState(Notification.permission === 'denied' ? 'denied' : 'off')
      try {
        const { data } = await withLogin(() => authenticated.notifications.addPush(made))
        setId(data._id)
      } catch (error) {
        // The button still offers to turn it on.
        await unsubscribe()
        throw error
      }
      setState('on')
      onChange(true)
    })
  const turnOff = () =>
    act(async () => {
      await unsubscribe()
      setState('off')
      onChange(false)
      // The server forgets by itself what the browser does not take any more.
      if (id) await authenticated.notifications.removePush({ id }).catch(() => {})
    })

  if (state === null) return null
  return (
    <section aria-labelledby="notifikasi-peramban" className="rounded-card border border-line bg-surface p-4">
      <h3 id="notifikasi-peramban" className="font-bold">
        Notifikasi peramban
      </h3>
      <p className="mt-1 mb-3 text-ink-2">{texts[state]}</p>
      {/* One button, which keeps the focus. */}
      {(state === 'off' || state === 'on') && (
        <Button
          variant={state === 'on' ? 'ghost' : 'outline'}
          size="sm"
          busy={busy}
          onClick={() => void (state === 'on' ? turnOff() : turnOn())}
        >
          {state === 'on' ? 'Matikan di peramban ini' : 'Aktifkan di peramban ini'}
        </Button>
      )}
    </section>
  )
}

const texts: Record<BrowserPush, string> = {
  unsupported:
    'Peramban ini tidak bisa menerima notifikasi. Di iPhone dan iPad, tambahkan dulu situs ini ke layar utama.',
  denied:
    'Peramban ini menolak notifikasi dari situs ini. Izinkan lagi lewat pengaturan situs di peramban, lalu muat ulang halaman ini.',
  off: 'Kabar muncul di perangkat ini, juga saat situs sedang tidak dibuka.',
  on: 'Aktif di peramban ini. Pilih kabar mana saja di bawah.',
}
