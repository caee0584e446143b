import { Suspense, useState, type ReactNode } from 'react'
import { lazyDialog } from '#web/kit/ui/lazy-dialog.ts'
import { Button } from '#web/kit/ui/button.tsx'
import type { BuyableItem } from '#web/commerce/checkout/use-checkout.ts'

const GiftForm = lazyDialog(() => import('#web/commerce/transactions/gift-form.tsx').then((form) => form.GiftForm))
const TeamForm = lazyDialog(() => import('./team-form.tsx').then((form) => form.TeamForm))

const allWays = [
  { way: 'gift', label: 'Beli sebagai hadiah', Form: GiftForm },
  { way: 'team', label: 'Beli untuk tim', Form: TeamForm },
] as const
type Way = (typeof allWays)[number]['way']

type Props = { item: BuyableItem; /** Without them, all. */ ways?: readonly Way[]; children?: ReactNode }

/**
 * Buying something for other people, instead of for oneself (`children`): one of them is shown, so that one button pays. The form is in the page, because the payment window cannot lie above a dialog; one is open at a time,
 * and closing it keeps what was typed.
 */
export function BuyForOthers({ item, ways, children }: Props) {
  // Seats are of a course or a bundle.
  const offered = allWays.filter(
    ({ way }) => (ways?.includes(way) ?? true) && !(item.kind === 'path' && way === 'team'),
  )
  const [open, setOpen] = useState<Way | null>(null)
  const [loaded, setLoaded] = useState<readonly Way[]>([])
  return (
    <>
      <div hidden={open !== null}>
        <div className="grid gap-3">{children}</div>
      </div>
      <div className="flex flex-wrap justify-center gap-x-2">
        {offered.map(({ way, label }) => (
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
      {offered.map(
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
