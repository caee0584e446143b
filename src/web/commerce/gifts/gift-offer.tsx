import { Suspense, useState } from 'react'
import { lazyDialog } from '#web/kit/ui/dialogs/lazy-dialog.ts'
import { Button } from '#web/kit/ui/button.tsx'
import type { BuyableItem } from '#web/commerce/checkout/use-checkout.ts'

const GiftForm = lazyDialog(() => import('./gift-form.tsx').then((form) => form.GiftForm))

/** Buying something for somebody else. The form is in the page, because the payment window cannot lie above a dialog. */
export function GiftOffer({ item }: { item: BuyableItem }) {
  /** Null before the first press. Closing keeps what was typed. */
  const [isOpen, setOpen] = useState<boolean | null>(null)
  return (
    <>
      <Button variant="ghost" block aria-expanded={isOpen ?? false} onClick={() => setOpen(!isOpen)}>
        Beli sebagai hadiah
      </Button>
      {isOpen !== null && (
        <div hidden={!isOpen}>
          <Suspense fallback={null}>
            <GiftForm item={item} />
          </Suspense>
        </div>
      )}
    </>
  )
}
