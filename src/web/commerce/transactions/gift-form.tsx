import { useEffect, useState, type FormEvent } from 'react'
import { useRouteLoaderData } from 'react-router'
import * as z from 'zod/mini'
import { giftInput } from '#contract/commerce/commerce.ts'
import type { PaymentMethod } from '#contract/commerce/transactions.ts'
import { jakartaDay } from '#contract/kit/days.ts'
import { priceAfterDiscount } from '#contract/kit/money.ts'
import type { Site } from '#contract/site/site.ts'
import { paths } from '#contract/kit/paths.ts'
import { PromoField } from '#web/commerce/checkout/promo-field.tsx'
import { usePromoCode } from '#web/commerce/checkout/use-promo-code.ts'
import { itemInput, useCheckout, type BuyableItem } from '#web/commerce/checkout/use-checkout.ts'
import { OtherMethods } from '#web/commerce/other-methods.tsx'
import { Amount } from '#web/catalog/amount.tsx'
import { probableEmail } from '#web/identity/email-typo.ts'
import { useApi } from '#web/identity/index.ts'
import { MeantEmail } from '#web/identity/meant-email.tsx'
import { useRemote } from '#web/kit/ui/behaviour/use-remote.ts'
import { Button } from '#web/kit/ui/button.tsx'
import { LoadFailure } from '#web/kit/ui/feedback/load-failure.tsx'
import { FormError, TextAreaField, TextField } from '#web/kit/ui/field.tsx'
import { giftDraft, type GiftDraft } from './gift-draft.ts'

/** In the order of the form, in which the first error gets the focus. */
const fieldNames = ['name', 'email', 'message', 'sendOn'] as const

function focusFirst(errors: Partial<GiftDraft>): void {
  const first = fieldNames.find((name) => errors[name])
  if (first) document.getElementById(`hadiah-${first}`)?.focus()
}

const readGift = ({ message, sendOn, ...receiver }: GiftDraft) =>
  z.safeParse(giftInput, { ...receiver, ...(message.trim() && { message }), ...(sendOn && { sendOn }) })

type GiftPrice = {
  /** Null while it is not known. */
  idr: number | null
  /** Set when it could not be loaded. */
  reload?: () => void
}

/** Quotes several things as for a visitor, because what the receiver owns is not known. */
function useGiftPrice(item: BuyableItem): GiftPrice {
  const { anonymous } = useApi()
  const quoted = useRemote(
    item.items ? JSON.stringify(item.items) : null,
    async (signal) => (await anonymous.commerce.quote(itemInput(item), { signal })).data.total,
  )
  if (!item.items) return { idr: priceAfterDiscount(item) }
  return quoted.status === 'failed' ? { idr: null, reload: quoted.reload } : { idr: quoted.data ?? null }
}

/** For whom, with which words and when; then the payment. */
export function GiftForm({ item }: { item: BuyableItem }) {
  const draft = giftDraft(item)
  const [values, setValues] = useState(draft.read)
  const [errors, setErrors] = useState<Partial<GiftDraft>>({})
  const [today] = useState(() => jakartaDay(new Date()))
  const read = readGift(values)
  const meant = probableEmail(values.email)
  const promo = usePromoCode(item, { isGift: true })
  const price = useGiftPrice(item)
  const amountIdr = promo.applied?.quote.total ?? price.idr
  const checkout = useCheckout(
    { ...item, ownerPath: paths.transactions(), ...(read.success && { gift: read.data }) },
    { promoCode: promo.applied?.code ?? null, replaced: null, shownTotal: amountIdr },
  )
  const notice = checkout.state.step === 'idle' ? checkout.state.notice : undefined
  const refused = notice?.fields
  const isAtField = fieldNames.some((name) => refused?.[`gift.${name}`])
  useEffect(() => {
    if (!refused) return
    const found = Object.fromEntries(fieldNames.map((name) => [name, refused[`gift.${name}`]] as const))
    setErrors(found)
    focusFirst(found)
  }, [refused])

  const { site } = useRouteLoaderData('site') as { site: Site }

  function pay(method?: PaymentMethod) {
    const found: Partial<GiftDraft> = read.success
      ? {}
      : Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message]))
    setErrors(found)
    if (read.success) void checkout.buy(method).then((isBought) => isBought && draft.remove())
    else focusFirst(found)
  }

  function change(name: keyof GiftDraft, value: string) {
    const typed = { ...values, [name]: value }
    setValues(typed)
    setErrors((before) => ({ ...before, [name]: undefined }))
    draft.write(typed)
  }

  const field = (name: keyof GiftDraft) => ({
    id: `hadiah-${name}`,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
  })
  return (
    <div className="grid gap-4">
      <h3 className="text-lg font-bold">Hadiah untuk orang lain</h3>
      <PromoField promo={promo} label="Kode promo untuk hadiah" offer={null} />
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          pay()
        }}
        aria-label="Beli sebagai hadiah"
        className="grid gap-3 border-t border-line pt-4"
      >
        <TextField label="Nama penerima" required maxLength={80} {...field('name')} />
        <TextField
          label="Email penerima"
          required
          type="email"
          inputMode="email"
          autoComplete="off"
          hint={
            meant && (
              <MeantEmail
                address={meant}
                onTake={() => {
                  change('email', meant)
                  document.getElementById('hadiah-email')?.focus()
                }}
              />
            )
          }
          {...field('email')}
        />
        <TextAreaField
          label="Pesan"
          rows={3}
          maxLength={500}
          hint="Boleh kosong. Tampil saat hadiahnya dibuka."
          {...field('message')}
        />
        <TextField
          label="Kirim pada"
          type="date"
          min={today}
          hint="Dikirim lewat tengah malam (WIB) tanggal itu. Kosongkan supaya langsung dikirim."
          {...field('sendOn')}
        />
        <p className="text-sm text-ink-2">
          Penerima mendapat email berisi tautan hadiahnya. Namamu, pesanmu, dan isinya tampil begitu tautan itu dibuka.
          Setelah membayar, kamu juga bisa menyalin tautan untuk dikirim sendiri, misalnya lewat WhatsApp.
        </p>
        {price.reload && <LoadFailure onRetry={price.reload}>Harga hadiahnya belum bisa dimuat.</LoadFailure>}
        <Button
          type="submit"
          variant="buy"
          size="lg"
          block
          busy={checkout.state.step !== 'idle' || promo.isChecking}
          disabled={amountIdr === null}
          onPointerEnter={checkout.prepare}
        >
          Bayar hadiah {amountIdr !== null && <Amount idr={amountIdr} />}
        </Button>
        {site.payment.methods.length > 1 && (
          <OtherMethods
            methods={site.payment.methods}
            current="card"
            isBusy={checkout.state.step !== 'idle' || amountIdr === null}
            onChoose={pay}
          />
        )}
        <div className="mt-2">
          {notice?.tone === 'error' && !isAtField && <FormError>{notice.text}</FormError>}
          <div role="status">{notice?.tone === 'info' && <p className="text-sm text-info">{notice.text}</p>}</div>
        </div>
      </form>
    </div>
  )
}
