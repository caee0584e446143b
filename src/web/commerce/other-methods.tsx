import type { PaymentMethod } from '#contract/commerce/transactions.ts'
import { Button } from '#web/kit/ui/button.tsx'

const labels: Record<PaymentMethod, string> = {
  card: 'Kartu, virtual account, e-wallet',
  transfer: 'Transfer bank',
  qris: 'QRIS',
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
    <div role="group" aria-label="Cara lain" className="flex flex-wrap items-center gap-2 text-sm text-ink-3">
      <span aria-hidden>Atau lewat</span>
      {methods
        .filter((method) => method !== current)
        .map((method) => (
          <Button
            key={method}
            type="button"
            variant="outline"
            size="sm"
            disabled={isBusy}
            className="flex-1 whitespace-normal!"
            onClick={() => onChoose(method)}
          >
            {labels[method]}
          </Button>
        ))}
    </div>
  )
}
