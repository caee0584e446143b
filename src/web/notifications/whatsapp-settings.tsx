import { useState, type FormEvent } from 'react'
import { fieldErrors, serverMessage } from '#contract/client.ts'
import type { WhatsApp } from '#contract/notifications/whatsapp.ts'
import { useAction, useApi } from '#web/identity/index.ts'
import { useFocusNext } from '#web/kit/ui/behaviour/use-focus-next.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'

type Props = { initial: WhatsApp; onChange: (hasNumber: boolean) => void }
type Name = 'start' | 'confirm' | 'remove'

/** A number is proven with a code that is sent to it. */
export function WhatsAppSettings({ initial, onChange }: Props) {
  const { authenticated } = useApi()
  const [shown, setShown] = useState(initial)
  const [isChanging, setChanging] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { busy, run } = useAction<Name>((error) => serverMessage(error) ?? 'Belum berhasil. Coba lagi.')

  const call = (name: Name, work: () => Promise<{ data: WhatsApp; message?: string | undefined }>) =>
    run(name, async () => {
      setErrors({})
      try {
        const { data, message } = await work()
        setShown(data)
        setChanging(false)
        onChange(data.number !== null)
        if (message) toast.success(message)
      } catch (error) {
        const found = fieldErrors(error)
        if (Object.keys(found).length === 0) throw error
        setErrors(found)
      }
    })
  const submit = (name: 'start' | 'confirm') => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const value = (field: string) => String(typed.get(field) ?? '')
    const { notifications } = authenticated
    void call(name, () =>
      name === 'start'
        ? notifications.startWhatsApp({ number: value('number') })
        : notifications.confirmWhatsApp({ code: value('code') }),
    )
  }
  function change(isWanted: boolean) {
    setErrors({})
    setChanging(isWanted)
  }
  const asksForNumber = isChanging || (!shown.number && !shown.pending)
  const step = asksForNumber ? 'number' : shown.pending ? 'code' : 'done'
  const next = useFocusNext(step)

  return (
    <section
      ref={next}
      aria-labelledby="notifikasi-whatsapp"
      className="rounded-card border border-line bg-surface p-4"
    >
      <h3 id="notifikasi-whatsapp" className="font-bold">
        WhatsApp
      </h3>
      {shown.number && (
        <p className="mt-1 mb-3 text-ink-2">Kabar dikirim ke {shown.number}. Pilih kabar mana saja di bawah.</p>
      )}
      {!shown.number && asksForNumber && (
        <p className="mt-1 mb-3 text-ink-2">
          Terima kabar penting lewat WhatsApp. Kami kirim kode dulu untuk memastikan nomornya milikmu.
        </p>
      )}
      {shown.pending && !isChanging && (
        <form onSubmit={submit('confirm')} noValidate aria-label="Kode WhatsApp" className="mt-2 max-w-sm">
          <p className="mb-3 text-ink-2">Kode dikirim ke {shown.pending.number}. Berlaku 10 menit.</p>
          <TextField
            label="Kode 6 angka"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            required
            error={errors['code']}
          />
          <div className="flex flex-wrap gap-3">
            <Button size="sm" busy={busy === 'confirm'}>
              Simpan Nomor
            </Button>
            <Button type="button" size="sm" variant="ghost" onClick={() => change(true)}>
              Minta kode baru
            </Button>
          </div>
        </form>
      )}
      {asksForNumber && (
        <form onSubmit={submit('start')} noValidate aria-label="Kirim kode WhatsApp" className="max-w-sm">
          <NumberField initial={shown.pending?.number ?? shown.number ?? ''} error={errors['number']} />
          <div className="flex flex-wrap gap-3">
            <Button size="sm" busy={busy === 'start'}>
              Kirim Kode
            </Button>
            {isChanging && (
              <Button type="button" size="sm" variant="ghost" onClick={() => change(false)}>
                Batal
              </Button>
            )}
          </div>
        </form>
      )}
      {shown.number && !asksForNumber && !shown.pending && (
        <div className="flex flex-wrap gap-3">
          <Button size="sm" variant="outline" onClick={() => change(true)}>
            Ganti nomor
          </Button>
          <Button
            size="sm"
            variant="ghost"
            busy={busy === 'remove'}
            onClick={() => void call('remove', () => authenticated.notifications.removeWhatsApp())}
          >
            Hapus nomor
          </Button>
        </div>
      )}
    </section>
  )
}

/** Shows how the number is read, before a code is sent to it. */
function NumberField({ initial, error }: { initial: string; error: string | undefined }) {
  const [typed, setTyped] = useState(initial)
  const [read, setRead] = useState<{ typed: string; shown: string } | null>(null)
  async function change(value: string) {
    setTyped(value)
    // Without it (no network) the number is read when the code is sent.
    const reader = await import('#contract/kit/text/phone.ts').catch(() => null)
    const phone = reader?.readPhone(value)
    setRead(phone ? { typed: value, shown: phone.shown } : null)
  }
  return (
    <>
      <TextField
        label="Nomor WhatsApp"
        name="number"
        type="tel"
        autoComplete="tel"
        placeholder="0812 3456 7890"
        value={typed}
        onChange={(event) => void change(event.target.value)}
        required
        error={error}
      />
      <p role="status" className="-mt-2 mb-3 text-sm text-ink-2">
        {read?.typed === typed && (
          <>
            Dibaca <strong className="whitespace-nowrap">{read.shown}</strong>
          </>
        )}
      </p>
    </>
  )
}
