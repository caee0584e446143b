import { useEffect, useState } from 'react'
import { useApi } from '#web/identity/index.ts'
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

  useEffect(() => {
    let isCurrent = true
    const look = async () => {
      if (!supportsPush()) return setState('unsupported')
      const found = await readSubscription()
      if (!isCurrent) return
      if (!found) return setState(Notification.permission === 'denied' ? 'denied' : 'off')
      // The same again: the server may have forgotten it, and tells its id.
      const { data } = await authenticated.notifications.addPush(found)
      if (!isCurrent) return
      setId(data._id)
      setState('on')
      onChange(true)
    }
    look().catch(() => isCurrent && setState('off'))
    return () => void (isCurrent = false)
    // Once: what follows is done by the buttons.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const act = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch {
      toast.error('Belum berhasil. Peramban ini mungkin tidak bisa menerima notifikasi; coba lagi nanti.')
    } finally {
      setBusy(false)
    }
  }
  const turnOn = () =>
    act(async () => {
      const made = await subscribe(publicKey)
      if (!made) return setState(Notification.permission === 'denied' ? 'denied' : 'off')
      const { data } = await authenticated.notifications.addPush(made)
      setId(data._id)
      setState('on')
      onChange(true)
    })
  const turnOff = () =>
    act(async () => {
      await unsubscribe()
      if (id) await authenticated.notifications.removePush({ id })
      setState('off')
      onChange(false)
    })

  if (state === null) return null
  return (
    <section aria-labelledby="notifikasi-peramban" className="rounded-card border border-line bg-surface p-4">
      <h3 id="notifikasi-peramban" className="font-bold">
        Notifikasi peramban
      </h3>
      <p className="mt-1 mb-3 text-ink-2">{texts[state]}</p>
      {state === 'off' && (
        <Button variant="outline" size="sm" busy={busy} onClick={() => void turnOn()}>
          Aktifkan di peramban ini
        </Button>
      )}
      {state === 'on' && (
        <Button variant="ghost" size="sm" busy={busy} onClick={() => void turnOff()}>
          Matikan di peramban ini
        </Button>
      )}
    </section>
  )
}

const texts: Record<BrowserPush, string> = {
  unsupported: 'Peramban ini tidak bisa menerima notifikasi. Di iPhone dan iPad, tambahkan dulu situs ini ke layar utama.',
  denied: 'Peramban ini menolak notifikasi dari situs ini. Izinkan lagi lewat pengaturan situs di peramban, lalu muat ulang halaman ini.',
  off: 'Kabar muncul di perangkat ini, juga saat situs sedang tidak dibuka.',
  on: 'Aktif di peramban ini. Pilih kabar mana saja di bawah.',
}
