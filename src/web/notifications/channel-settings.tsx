import { useReducer, useRef, useState } from 'react'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import type { NotificationChannel } from '#contract/notifications/kinds.ts'
import type { NotificationSettings } from '#contract/notifications/notifications.ts'
import type { WhatsApp } from '#contract/notifications/whatsapp.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { CheckboxField } from '#web/kit/ui/field.tsx'
import { followChannels, shownKinds, type ChannelChange } from './channel-changes.ts'
import { PushSettings } from './push-settings.tsx'
import { WhatsAppSettings } from './whatsapp-settings.tsx'

const channels: readonly { channel: NotificationChannel; label: string }[] = [
  { channel: 'app', label: 'Di situs' },
  { channel: 'mail', label: 'Email langsung' },
  { channel: 'digest', label: 'Ringkasan pagi' },
  { channel: 'push', label: 'Di peramban' },
  { channel: 'whatsapp', label: 'WhatsApp' },
]
/** Kinds for a new number, until its owner chooses: few messages, because each costs and rings. */
const firstByWhatsApp = new Set(['answer', 'submission-reviewed', 'deadline', 'payment-waiting'])

type Props = { settings: NotificationSettings; publicKey: string; devices: number; whatsApp: WhatsApp }

/** Which kind reaches the person how. Each press is saved at once. */
export function ChannelSettings({ settings, publicKey, devices, whatsApp }: Props) {
  const { authenticated } = useApi()
  const [state, dispatch] = useReducer(followChannels, { saved: settings.kinds, unsaved: [] })
  const kinds = shownKinds(state)
  const [isSaved, setSaved] = useState(false)
  const [hasPush, setHasPush] = useState(devices > 0)
  const [hasNumber, setHasNumber] = useState(whatsApp.number !== null)
  const { run } = useAction<'save'>(
    (error) => Object.values(fieldErrors(error))[0] ?? serverMessage(error) ?? 'Pengaturan belum tersimpan. Coba lagi.',
  )
  const offered = channels.filter(({ channel }) =>
    channel === 'push' ? hasPush : channel === 'whatsapp' ? whatsApp.isOffered && hasNumber : true,
  )

  const sent = useRef<Promise<unknown>>(Promise.resolve())
  function save(change: ChannelChange) {
    dispatch({ type: 'pressed', change })
    setSaved(false)
    const send = async () => {
      const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const { data } = await authenticated.notifications.saveNotificationSettings({ kinds: change, timeZone })
      dispatch({ type: 'saved', change, kinds: data.kinds })
      setSaved(true)
    }
    // One after another, so that the last press is the last to arrive.
    sent.current = sent.current.then(async () => {
      if (!(await run('save', send))) dispatch({ type: 'failed', change })
    })
  }
  const mailed = settings.table.map(({ kind }) => kind).filter((kind) => kinds[kind]?.mail)
  /** Who has just opened a channel expects something there. */
  const fill = (channel: 'push' | 'whatsapp', isMeant: (kind: string) => boolean) => {
    if (Object.values(kinds).some((own) => own[channel])) return
    const chosen = settings.table.filter((row) => row.channels.includes(channel) && isMeant(row.kind))
    save(Object.fromEntries(chosen.map(({ kind }) => [kind, { [channel]: true }])))
  }

  return (
    <section aria-labelledby="atur-notifikasi" className="mt-10">
      <h2 id="atur-notifikasi" className="text-xl font-bold">
        Atur notifikasi
      </h2>
      <p className="mt-1 text-ink-2">
        Setiap pilihan langsung tersimpan. Ringkasan pagi datang pukul 07.00 waktumu, hanya kalau ada kabar.
      </p>
      <p role="status" className="mb-2 min-h-6 text-sm font-semibold text-daun">
        {isSaved && 'Tersimpan.'}
      </p>
      <div className="mb-6 grid gap-3">
        <PushSettings
          publicKey={publicKey}
          onChange={(isOn) => {
            setHasPush(isOn || devices > 1)
            if (isOn) fill('push', () => true)
          }}
        />
        {whatsApp.isOffered && (
          <WhatsAppSettings
            initial={whatsApp}
            onChange={(isThere) => {
              setHasNumber(isThere)
              if (isThere) fill('whatsapp', (kind) => firstByWhatsApp.has(kind))
            }}
          />
        )}
      </div>
      {mailed.length > 0 && (
        <Button
          variant="outline"
          size="sm"
          className="mb-4"
          onClick={() => save(Object.fromEntries(mailed.map((kind) => [kind, { mail: false }])))}
        >
          Matikan semua email langsung
        </Button>
      )}
      <div className="grid gap-3">
        {settings.table.map(({ kind, label, channels: own }) => (
          <fieldset key={kind} className="rounded-card border border-line p-4">
            <legend className="px-1 font-semibold">{label}</legend>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {offered
                .filter(({ channel }) => own.includes(channel))
                .map(({ channel, label: name }) => (
                  <CheckboxField
                    key={channel}
                    label={name}
                    checked={kinds[kind]?.[channel] ?? false}
                    onChange={(event) => save({ [kind]: { [channel]: event.target.checked } })}
                  />
                ))}
            </div>
          </fieldset>
        ))}
      </div>
    </section>
  )
}
