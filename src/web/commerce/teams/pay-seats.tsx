import { useRouteLoaderData } from 'react-router'
import type { PaymentMethod } from '#contract/commerce/transactions.ts'
import type { Site } from '#contract/site/site.ts'
import { Amount } from '#web/catalog/amount.tsx'
import type { useCheckout } from '#web/commerce/checkout/use-checkout.ts'
import { OtherMethods } from '#web/commerce/other-methods.tsx'
import { Button } from '#web/kit/ui/button.tsx'
import { CheckoutNotice } from './checkout-notice.tsx'

type Props = {
  checkout: ReturnType<typeof useCheckout>
  /** Null while it is not known. */
  amountIdr: number | null
  onPay: (method?: PaymentMethod) => void
  isDisabled?: boolean
  /** While the price is being asked for. */
  isBusy?: boolean
  isLarge?: boolean
  /** The form that it submits; without it the one around it. */
  formId?: string
}

/** The end of a form for seats: the button that submits it, the other ways to pay, and how the payment goes. */
export function PaySeats({
  checkout,
  amountIdr,
  onPay,
  isDisabled = false,
  isBusy: isAsking = false,
  isLarge = false,
  formId,
}: Props) {
  const { site } = useRouteLoaderData('site') as { site: Site }
  const isBusy = isAsking || checkout.state.step !== 'idle'
  return (
    <>
      <Button
        type="submit"
        form={formId}
        variant="buy"
        {...(isLarge && { size: 'lg', block: true })}
        busy={isBusy}
        disabled={isDisabled}
        onPointerEnter={checkout.prepare}
      >
        {amountIdr === null ? (
          'Bayar kursi'
        ) : (
          <>
            Bayar kursi <Amount idr={amountIdr} />
          </>
        )}
      </Button>
      {site.payment.methods.length > 1 && (
        <OtherMethods methods={site.payment.methods} current="card" isBusy={isBusy} onChoose={onPay} />
      )}
      <CheckoutNotice state={checkout.state} />
    </>
  )
}
