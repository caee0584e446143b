import { Suspense, useState } from 'react'
import { lazyDialog } from '#web/kit/ui/dialogs/lazy-dialog.ts'
import { Button } from '#web/kit/ui/button.tsx'
import type { BuyableItem } from '#web/commerce/checkout/use-checkout.ts'

const GiftForm = lazyDialog(() => import('#web/commerce/gifts/gift-form.tsx').then((form) => form.GiftForm))
const TeamForm = lazyDialog(() => import('./team-form.tsx').then((form) => form.TeamForm))

const ways = [
  { way: 'gift', label: 'Beli sebagai hadiah', Form: GiftForm },
  { way: 'team', label: 'Beli untuk tim', Form: TeamForm },
] as const
type Way = (typeof ways)[number]['way']

/**
 * Buying something for other people. The form is in the page, because the payment window cannot lie above a dialog; one is open at a time,
 * and closing it keeps what was typed.
 */
export function BuyForOthers({ item }: { item: BuyableItem }) {
  const [open, setOpen] = useState<Way | null>(null)
  const [loaded, setLoaded] = useState<readonly Way[]>([])
  return (
    <>
      <div className="flex flex-wrap justify-center gap-x-2">
        {ways.map(({ way, label }) => (
          <Button
            key={way}
            variant="ghost"
            size="sm"
            aria-expanded={open === way}
            onClick={() => {
              setOpen(open === way ? null : way)
              setLoaded([...loaded, way])
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      {ways.map(
        ({ way, Form }) =>
          loaded.includes(way) && (
            <div key={way} hidden={open !== way}>
              <Suspense fallback={null}>
                <Form item={item} />
              </Suspense>
            </div>
          ),
      )}
    </>
  )
}
