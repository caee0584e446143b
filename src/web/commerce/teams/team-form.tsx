import { useState, type FormEvent } from 'react'
import type { PaymentMethod } from '#contract/commerce/transactions.ts'
import { maximumTeamSeats, minimumTeamSeats } from '#contract/groups/team-input.ts'
import { priceAfterDiscount } from '#contract/kit/money.ts'
import { paths } from '#contract/kit/paths.ts'
import { useCheckout, type BuyableItem } from '#web/commerce/checkout/use-checkout.ts'
import { Amount } from '#web/catalog/amount.tsx'
import { TextField } from '#web/kit/ui/field.tsx'
import { PaySeats } from './pay-seats.tsx'
import { SeatsPromo, type SeatsPrice } from './seats-promo.tsx'
import { readSeats, readTeam, type SeatErrors, type SeatFields } from './seat-input.ts'

const formId = 'beli-untuk-tim'
const withoutCode: SeatsPrice = { code: null, totalIdr: null, isChecking: false }

/** For which team, how many seats; then the payment. */
export function TeamForm({ item }: { item: BuyableItem }) {
  const [values, setValues] = useState<SeatFields>({ name: '', npwp: '', seats: '5' })
  const [errors, setErrors] = useState<SeatErrors>({})
  const read = readTeam(values)
  const seats = readSeats(values.seats, minimumTeamSeats)
  const [promo, setPromo] = useState<SeatsPrice>(withoutCode)
  const amountIdr = seats === null ? null : (promo.totalIdr ?? priceAfterDiscount(item) * seats)
  const checkout = useCheckout(
    { ...item, ownerPath: paths.teams(), ...('team' in read && { team: read.team, seats: read.seats }) },
    { promoCode: promo.code, replaced: null, shownTotal: amountIdr },
  )

  function pay(method?: PaymentMethod) {
    if ('team' in read) {
      setErrors({})
      void checkout.buy(method)
      return
    }
    setErrors(read.errors)
    document.getElementById(`tim-${Object.keys(read.errors)[0]}`)?.focus()
  }

  const field = (name: keyof SeatFields) => ({
    id: `tim-${name}`,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      setValues({ ...values, [name]: event.currentTarget.value })
      // The price of another number is not that of this one.
      if (name === 'seats') setPromo(withoutCode)
    },
  })
  return (
    <div className="grid gap-4 border-t border-line pt-4">
      <h3 className="text-lg font-bold">Kursi untuk tim</h3>
      <form
        id={formId}
        noValidate
        aria-label="Beli untuk tim"
        className="grid gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          pay()
        }}
      >
        <p className="text-sm text-ink-2">
          Setelah dibayar kamu mendapat tautan untuk dibagikan. Setiap orang yang bergabung memakai satu kursi; kamu
          sendiri tidak otomatis memakainya.
        </p>
        <TextField
          label="Nama tim atau perusahaan"
          required
          maxLength={80}
          autoComplete="organization"
          {...field('name')}
        />
        <TextField
          label="NPWP"
          inputMode="numeric"
          autoComplete="off"
          hint="Boleh kosong. Tampil di invoice."
          {...field('npwp')}
        />
        <TextField
          label="Jumlah kursi"
          required
          type="number"
          inputMode="numeric"
          min={minimumTeamSeats}
          max={maximumTeamSeats}
          {...field('seats')}
        />
      </form>
      {/* A form of its own, between the fields that set the price and the button that says it. */}
      {seats !== null && <SeatsPromo key={seats} item={item} seats={seats} onPrice={setPromo} />}
      <div className="grid gap-3">
        {seats !== null && (
          <p className="text-sm text-ink-2">
            {seats} kursi × <Amount idr={priceAfterDiscount(item)} />
            {promo.code && `, dengan kode ${promo.code}`}
          </p>
        )}
        <PaySeats
          checkout={checkout}
          amountIdr={amountIdr}
          onPay={pay}
          isBusy={promo.isChecking}
          isLarge
          formId={formId}
        />
      </div>
    </div>
  )
}
