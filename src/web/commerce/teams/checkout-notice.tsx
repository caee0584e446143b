import type { CheckoutState } from '#web/commerce/checkout/checkout-flow.ts'
import { FormError } from '#web/kit/ui/field.tsx'

/** Shows the result of a payment. */
export function CheckoutNotice({ state }: { state: CheckoutState }) {
  const notice = state.step === 'idle' ? state.notice : undefined
  return (
    <div className="mt-2">
      {notice?.tone === 'error' && <FormError>{notice.text}</FormError>}
      <div role="status">{notice?.tone === 'info' && <p className="text-sm text-info">{notice.text}</p>}</div>
    </div>
  )
}
