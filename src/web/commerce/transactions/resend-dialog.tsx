import { useRef, useState, type FormEvent } from 'react'
import { giftsContract } from '#contract/commerce/gifts.ts'
import type { Transaction } from '#contract/commerce/transactions.ts'
import { formatDate } from '#contract/kit/days.ts'
import { registerContract, serverMessage } from '#contract/client.ts'
import { probableEmail } from '#web/identity/email-typo.ts'
import { useApi, withLogin } from '#web/identity/index.ts'
import { MeantEmail } from '#web/identity/meant-email.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { FormError, TextField } from '#web/kit/ui/field.tsx'
import { toast } from '#web/kit/ui/feedback/toast.tsx'
import { useRefusedFields } from './use-refused-fields.ts'

registerContract({ gifts: giftsContract })

type Props = { transactionId: string; gift: NonNullable<Transaction['gift']>; onClose: () => void }

/** Sends a gift again, also to another address. */
export function ResendDialog({ transactionId, gift, onClose }: Props) {
  const { authenticated } = useApi()
  const [values, setValues] = useState({ name: gift.name, email: gift.email })
  const { form, errors, setErrors, refuse } = useRefusedFields()
  const email = useRef<HTMLInputElement>(null)
  const meant = probableEmail(values.email)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const waitsFor = gift.sentAt === null ? gift.sendOn : null

  async function submit(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    setErrors({})
    try {
      await withLogin(() => authenticated.gifts.resendGift({ id: transactionId, ...values }))
      toast.success(waitsFor ? 'Penerima hadiah disimpan.' : `Hadiahnya dikirim ke ${values.email}.`)
      onClose()
    } catch (error) {
      if (!refuse(error)) setFailure(serverMessage(error) ?? 'Belum terkirim. Coba lagi.')
    } finally {
      setBusy(false)
    }
  }

  function change(name: 'name' | 'email', value: string) {
    setValues({ ...values, [name]: value })
    // The message would cover what was probably meant.
    setErrors((before) => ({ ...before, [name]: '' }))
  }

  const field = (name: 'name' | 'email') => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
  })
  return (
    <Dialog title={waitsFor ? 'Ubah penerima hadiah' : 'Kirim ulang hadiah'} open onClose={onClose}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="grid gap-1">
        <p className="mb-3 text-ink-2">
          {waitsFor
            ? `Hadiah ini akan dikirim pada ${formatDate(`${waitsFor}T12:00:00+07:00`)}.`
            : 'Tautan yang dikirim atau kamu salin sebelumnya tidak berlaku lagi.'}
        </p>
        <TextField label="Nama penerima" required {...field('name')} />
        <TextField
          ref={email}
          label="Email penerima"
          required
          type="email"
          hint={
            meant && (
              <MeantEmail
                address={meant}
                onTake={() => {
                  change('email', meant)
                  email.current?.focus()
                }}
              />
            )
          }
          {...field('email')}
        />
        {failure && <FormError>{failure}</FormError>}
        <Button type="submit" busy={isBusy} className="justify-self-end">
          {waitsFor ? 'Simpan' : 'Kirim'}
        </Button>
      </form>
    </Dialog>
  )
}
