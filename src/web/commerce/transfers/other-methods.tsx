import type { PaymentMethod } from '#contract/commerce/commerce.ts'
import { Button } from '#web/kit/ui/button.tsx'

const labels: Record<PaymentMethod, string> = {
  card: 'Bayar otomatis (kartu, virtual account, e-wallet)',
  transfer: 'Bayar lewat transfer bank',
  qris: 'Bayar dengan QRIS',
}

type Props = {
  methods: readonly PaymentMethod[]
  /** The way of paying that the large button uses. */
  current: PaymentMethod
  isBusy: boolean
  onChoose: (method: PaymentMethod) => void
}

/** Ways of paying beside that of the buy button. */
export function OtherMethods({ methods, current, isBusy, onChoose }: Props) {
  return (
    <div role="group" aria-label="Cara bayar lain" className="grid gap-2">
      {methods
        .filter((method) => method !== current)
        .map((method) => (
          <Button key={method} type="button" variant="outline" block disabled={isBusy} className="whitespace-normal!" onClick={() => onChoose(method)}>
            {labels[method]}
          </Button>
        ))}
    </div>
  )
}
