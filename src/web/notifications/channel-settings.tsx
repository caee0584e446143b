import { useState } from 'react'
import { serverMessage } from '#contract/kit/client.ts'
import type { NotificationChannel } from '#contract/notifications/kinds.ts'
import type { NotificationSettings } from '#contract/notifications/notifications.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { CheckboxField } from '#web/kit/ui/field.tsx'

/** Push and WhatsApp come with their own set-up. */
const channels: readonly { channel: NotificationChannel; label: string }[] = [
  { channel: 'app', label: 'Di situs' },
  { channel: 'mail', label: 'Email langsung' },
  { channel: 'digest', label: 'Ringkasan pagi' },
]

/** Which kind reaches the person how. Each press is saved at once. */
export function ChannelSettings({ settings }: { settings: NotificationSettings }) {
  const { authenticated } = useApi()
  const [kinds, setKinds] = useState(settings.kinds)
  const { busy, run } = useAction<string>((error) => serverMessage(error) ?? 'Pengaturan belum tersimpan. Coba lagi.')

  const change = (kind: string, channel: NotificationChannel, value: boolean) =>
    run(`${kind} ${channel}`, async () => {
      const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const { data } = await authenticated.notifications.saveNotificationSettings({ kinds: { [kind]: { [channel]: value } }, timeZone })
      setKinds(data.kinds)
    })

  return (
    <section aria-labelledby="atur-notifikasi" className="mt-10">
      <h2 id="atur-notifikasi" className="text-xl font-bold">
        Atur notifikasi
      </h2>
      <p className="mt-1 mb-4 text-ink-2">Ringkasan pagi datang pukul 07.00 waktumu, hanya kalau ada kabar.</p>
      <div className="grid gap-3">
        {settings.table.map(({ kind, label, channels: own }) => (
          <fieldset key={kind} className="rounded-card border border-line p-4">
            <legend className="px-1 font-semibold">{label}</legend>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {channels
                .filter(({ channel }) => own.includes(channel))
                .map(({ channel, label: name }) => (
                  <CheckboxField
                    key={channel}
                    label={name}
                    checked={kinds[kind]?.[channel] ?? false}
                    disabled={busy === `${kind} ${channel}`}
                    onChange={(event) => void change(kind, channel, event.target.checked)}
                  />
                ))}
            </div>
          </fieldset>
        ))}
      </div>
    </section>
  )
}
